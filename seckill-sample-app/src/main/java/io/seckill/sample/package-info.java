/**
 * A coupon flash sale: the host application that the library's users write. Each folder is one concern; {@code purchase} is the one to
 * read first.
 */
@NullMarked
package io.seckill.sample;

import org.jspecify.annotations.NullMarked;
