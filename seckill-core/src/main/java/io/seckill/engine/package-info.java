/**
 * Turns single purchases into gate calls: natural batching per sale, a bounded queue, deadlines, the sold-out latch. Also the sales desk
 * behind {@link io.seckill.Sales} and the warm-up of announced sales. Knows the gate only through its SPI.
 */
@NullMarked
package io.seckill.engine;

import org.jspecify.annotations.NullMarked;
