package io.seckill.sample.demo;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches where the settings say nothing about a server. */
abstract class Unconfigured implements Condition {

    private final String prefix;

    private Unconfigured(String prefix) {
        this.prefix = prefix;
    }

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return !Binder.get(context.getEnvironment())
                .bind(prefix, Bindable.mapOf(String.class, Object.class))
                .isBound();
    }

    static final class Redis extends Unconfigured {
        Redis() {
            super("spring.data.redis");
        }
    }

    static final class Database extends Unconfigured {
        Database() {
            super("spring.datasource");
        }
    }
}
