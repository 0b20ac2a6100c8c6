package io.seckill.spring.gate;

import java.util.Arrays;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Compares the gate that is configured with those of the annotation. */
final class OnGate extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        GateKind[] wanted =
                metadata.getAnnotations().get(ConditionalOnGate.class).getEnumArray("value", GateKind.class);
        GateKind chosen = Binder.get(context.getEnvironment())
                .bind(GateKind.PROPERTY, GateKind.class)
                .orElse(GateKind.REDIS_LUA);
        return new ConditionOutcome(
                Arrays.asList(wanted).contains(chosen),
                ConditionMessage.forCondition(ConditionalOnGate.class).because(GateKind.PROPERTY + " is " + chosen));
    }
}
