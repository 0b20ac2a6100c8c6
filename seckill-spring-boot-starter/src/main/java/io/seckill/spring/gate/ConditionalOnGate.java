package io.seckill.spring.gate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/**
 * Matches if {@code seckill.gate} names one of these gates. A name that is none makes the start fail.
 *
 * @since 0.1
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(OnGate.class)
public @interface ConditionalOnGate {

    /** The gates with which the configuration is wanted. */
    GateKind[] value();
}
