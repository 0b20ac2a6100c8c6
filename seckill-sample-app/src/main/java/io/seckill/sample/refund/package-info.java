/**
 * Gives back payments that came too late. The shop has no payment provider, so a refund is a row in a table, which the operator sees.
 */
@NullMarked
package io.seckill.sample.refund;

import org.jspecify.annotations.NullMarked;
