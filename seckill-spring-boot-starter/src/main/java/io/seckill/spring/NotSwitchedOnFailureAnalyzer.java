package io.seckill.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Says so if one of our beans is missing because seckill is not switched on. Comes before Boot's own analyzer, which cannot know. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class MissingAnnotationFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {

    private final BeanFactory beans;

    MissingAnnotationFailureAnalyzer(BeanFactory beans) {
        this.beans = beans;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
        Class<?> type = cause.getBeanType();
        boolean switchedOn = beans.getBeanProvider(SeckillMarker.class).getIfAvailable() != null;
        if (type == null || !type.getName().startsWith("io.seckill.") || switchedOn) {
            return null;
        }
        return new FailureAnalysis(
                "A bean of type " + type.getName() + " is wanted, but seckill is not switched on.",
                "Put @EnableSeckill on a configuration class.",
                rootFailure);
    }
}
