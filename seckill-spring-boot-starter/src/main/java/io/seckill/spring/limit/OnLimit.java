package io.seckill.spring.limit;

import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if a limit is configured, be it only in part: what is missing is complained of then. */
final class OnLimit extends SpringBootCondition {

    private static final List<String> PARTS = List.of(".capacity", ".refill", ".per");

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Environment environment = context.getEnvironment();
        boolean any = SeckillLimitProperties.NAMES.stream()
                .map(name -> SeckillLimitProperties.PREFIX + "." + name)
                .anyMatch(name -> PARTS.stream().anyMatch(part -> environment.containsProperty(name + part)));
        return new ConditionOutcome(
                any,
                ConditionMessage.of((any ? "there is a limit in " : "no limit in ") + SeckillLimitProperties.PREFIX));
    }
}
