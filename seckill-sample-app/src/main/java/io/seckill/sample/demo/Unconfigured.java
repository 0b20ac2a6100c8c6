package io.seckill.sample.demo;

import java.util.List;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches where the settings name no server; a timeout, say, names none. */
abstract class Unconfigured implements Condition {

    private final List<String> names;

    private Unconfigured(String... names) {
        this.names = List.of(names);
    }

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Binder settings = Binder.get(context.getEnvironment());
        return names.stream()
                .noneMatch(name ->
                        settings.bind(name, Bindable.listOf(String.class)).isBound());
    }

    static final class Redis extends Unconfigured {
        Redis() {
            super(
                    "spring.data.redis.url",
                    "spring.data.redis.host",
                    "spring.data.redis.cluster.nodes",
                    "spring.data.redis.sentinel.nodes",
                    "spring.data.redis.masterreplica.nodes");
        }
    }

    static final class Database extends Unconfigured {
        Database() {
            super("spring.datasource.url", "spring.datasource.jndi-name");
        }
    }
}
