/**
 * A flash sale written as the tutorials teach it, to be compared with: one script call for each request, one consumer of a stream, one
 * transaction for each order. It is right, within one Redis that forgets nothing; it is slow. Nothing of seckill is used.
 */
@NullMarked
package io.seckill.load.tutorial;

import org.jspecify.annotations.NullMarked;
