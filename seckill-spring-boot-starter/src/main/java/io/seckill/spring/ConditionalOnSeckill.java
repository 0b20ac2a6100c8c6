package io.seckill.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;

/**
 * Matches if the application has {@link EnableSeckill} and is not switched off by {@code seckill.enabled=false}. For auto-configurations
 * only, since it looks at beans.
 *
 * @since 0.1
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@ConditionalOnBean(SeckillMarker.class)
@ConditionalOnBooleanProperty(name = "seckill.enabled", matchIfMissing = true)
public @interface ConditionalOnSeckill {}
