/** Meters, where the application has a Micrometer registry. {@code SeckillMeters} names all of them. */
@NullMarked
package io.seckill.spring.metrics;

import org.jspecify.annotations.NullMarked;
