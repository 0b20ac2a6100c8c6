/** {@link io.seckill.Seckill} and {@link io.seckill.Sales} over whatever gate, registry and order ids there are. */
@NullMarked
package io.seckill.spring.engine;

import org.jspecify.annotations.NullMarked;
