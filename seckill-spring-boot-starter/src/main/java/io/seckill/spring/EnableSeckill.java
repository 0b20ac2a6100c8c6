package io.seckill.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;

/**
 * Switches flash sales on: an application with this annotation on a configuration class can inject {@link io.seckill.Seckill} and {@link
 * io.seckill.Sales}, and its node relays orders. Without it nothing of seckill starts; with {@code seckill.enabled=false} neither.
 *
 * <pre>{@code
 * @SpringBootApplication
 * @EnableSeckill
 * class Shop {}
 * }</pre>
 *
 * @since 0.1
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Import(SeckillMarker.class)
public @interface EnableSeckill {}
