/**
 * Seckill in a Spring Boot application. {@link io.seckill.spring.EnableSeckill} is all that an application touches; then it injects
 * {@link io.seckill.Seckill} and {@link io.seckill.Sales}.
 *
 * <p>Each concern has an auto-configuration in a package of its own. Every bean backs off from one of the same type that the application
 * defines, and everything is set by properties below {@code seckill}.
 */
@NullMarked
package io.seckill.spring;

import org.jspecify.annotations.NullMarked;
