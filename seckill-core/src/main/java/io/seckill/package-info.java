/**
 * The words of a flash sale and the two doors a host application uses.
 *
 * <p>{@link io.seckill.Seckill} buys, {@link io.seckill.Sales} opens and steers sales. Everything else here is a value: immutable,
 * validated when made, safe to share between threads. What a backend implements lives in {@code io.seckill.spi}.
 */
@NullMarked
package io.seckill;

import org.jspecify.annotations.NullMarked;
