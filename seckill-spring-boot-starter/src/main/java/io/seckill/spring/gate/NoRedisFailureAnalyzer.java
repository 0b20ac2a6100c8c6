package io.seckill.spring.gate;

import io.seckill.spi.AdmissionGate;
import io.seckill.spi.OrderIds;
import io.seckill.spi.Outbox;
import io.seckill.spi.SaleRegistry;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/** Says so if what Redis would have brought is missing because Redis is not used. Comes after the one that looks for the annotation. */
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
final class NoRedisFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {

    private static final Set<Class<?>> BROUGHT_BY_REDIS =
            Set.of(AdmissionGate.class, SaleRegistry.class, Outbox.class, OrderIds.class);

    private final Environment environment;

    NoRedisFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
        Class<?> type = cause.getBeanType();
        if (type == null || !BROUGHT_BY_REDIS.contains(type) || cause.getNumberOfBeansFound() > 0) {
            return null;
        }
        return new FailureAnalysis(
                GateKind.PROPERTY + " is '" + environment.getProperty(GateKind.PROPERTY, "redis-lua")
                        + "', but Redis is not used, and" + " there is no bean of type " + type.getName() + ".",
                "Leave seckill.redis.enabled on and Spring Data Redis on the class path (spring-boot-starter-data-redis); or define such a"
                        + " bean; or set " + GateKind.PROPERTY + "=in-memory, for tests and demos in a single JVM.",
                rootFailure);
    }
}
