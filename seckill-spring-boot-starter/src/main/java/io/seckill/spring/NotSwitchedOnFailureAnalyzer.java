package io.seckill.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/** Says so if one of our beans is missing because seckill is not switched on. Comes before Boot's own analyzer, which cannot know. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class NotSwitchedOnFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {

    private final BeanFactory beans;
    private final Environment environment;

    NotSwitchedOnFailureAnalyzer(BeanFactory beans, Environment environment) {
        this.beans = beans;
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
        Class<?> type = cause.getBeanType();
        if (type == null || !type.getName().startsWith("io.seckill.")) {
            return null;
        }
        if (beans.getBeanProvider(SeckillMarker.class).getIfAvailable() == null) {
            return new FailureAnalysis(
                    "A bean of type " + type.getName() + " is wanted, but seckill is not switched on.",
                    "Put @EnableSeckill on a configuration class.",
                    rootFailure);
        }
        String enabled = environment.getProperty("seckill.enabled", "true");
        if (enabled.equalsIgnoreCase("true")) {
            return null;
        }
        return new FailureAnalysis(
                "A bean of type " + type.getName() + " is wanted, but seckill.enabled is '" + enabled + "'.",
                "Set seckill.enabled=true, or inject it through an ObjectProvider, which may be empty.",
                rootFailure);
    }
}
