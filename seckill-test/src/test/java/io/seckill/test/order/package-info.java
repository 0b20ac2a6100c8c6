/** The order desk and the sweep, against a ledger in memory and a gate that does what a test says. */
@NullMarked
package io.seckill.test.order;

import org.jspecify.annotations.NullMarked;
