package io.seckill.spring.gate;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if a lock is named. */
final class LockWanted extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        LockKind chosen = Binder.get(context.getEnvironment())
                .bind(SeckillComposedGateProperties.LOCK, LockKind.class)
                .orElse(LockKind.NONE);
        return new ConditionOutcome(
                chosen != LockKind.NONE, ConditionMessage.of(SeckillComposedGateProperties.LOCK + " is " + chosen));
    }
}
