/**
 * Which gate sells, by name: {@code seckill.gate}. The fused gate on Redis is made in {@code io.seckill.spring.redis}; here are the others,
 * which are put together from guards: everything in this JVM, or each part where the application wants it. Every part is a bean of its own
 * and backs off from one of the application.
 */
@NullMarked
package io.seckill.spring.gate;

import org.jspecify.annotations.NullMarked;
