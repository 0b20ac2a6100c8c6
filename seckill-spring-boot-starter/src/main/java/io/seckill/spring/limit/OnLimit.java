package io.seckill.spring.limit;

import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;

/** Matches if a limit is configured. */
final class OnLimit extends AnyNestedCondition {

    OnLimit() {
        super(ConfigurationPhase.REGISTER_BEAN);
    }

    @ConditionalOnProperty("seckill.limit.node.capacity")
    static final class Node {}

    @ConditionalOnProperty("seckill.limit.cluster.capacity")
    static final class Cluster {}

    @ConditionalOnProperty("seckill.limit.buyer.capacity")
    static final class Buyer {}

    @ConditionalOnProperty("seckill.limit.address.capacity")
    static final class Address {}
}
