/** Opens the sales that the application's {@link io.seckill.spi.SaleSource} beans announce, ahead of time. */
@NullMarked
package io.seckill.spring.warmup;

import org.jspecify.annotations.NullMarked;
