package io.seckill.spring.tracing;

import io.micrometer.tracing.Tracer;
import io.seckill.spi.Traces;
import io.seckill.spring.ConditionalOnSeckill;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the trace of a purchase, which goes on where its order is stored.
 *
 * @since 0.1
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration",
            "org.springframework.boot.micrometer.tracing.brave.autoconfigure.BraveAutoConfiguration",
            "org.springframework.boot.micrometer.tracing.autoconfigure.NoopTracerAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.tracing.OpenTelemetryTracingAutoConfiguration", // Boot 3.5
            "org.springframework.boot.actuate.autoconfigure.tracing.BraveAutoConfiguration", // Boot 3.5
            "org.springframework.boot.actuate.autoconfigure.tracing.NoopTracerAutoConfiguration" // Boot 3.5
        })
@ConditionalOnSeckill
@ConditionalOnClass(Tracer.class)
@ConditionalOnSingleCandidate(Tracer.class)
@ConditionalOnBooleanProperty(name = "seckill.tracing.enabled", matchIfMissing = true)
public final class SeckillTracingAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(Traces.class)
    MicrometerTraces seckillTraces(Tracer tracer) {
        return new MicrometerTraces(tracer);
    }
}
