package io.seckill.spring.token;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if there is a key for tokens. */
final class OnTokenKeys extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        boolean any = Binder.get(context.getEnvironment())
                .bind(SeckillTokenProperties.KEYS, Bindable.listOf(SeckillTokenProperties.Key.class))
                .map(keys -> !keys.isEmpty())
                .orElse(false);
        return new ConditionOutcome(
                any, ConditionMessage.of((any ? "there is a key in " : "no key in ") + SeckillTokenProperties.KEYS));
    }
}
