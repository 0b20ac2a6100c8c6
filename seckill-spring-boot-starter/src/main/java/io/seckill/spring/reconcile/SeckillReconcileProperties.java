package io.seckill.spring.reconcile;

import io.seckill.reconcile.ReconcileConfig;
import io.seckill.spring.internal.Bounds;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How gate and ledger are reconciled.
 *
 * @param watch Whether this node checks all sales for drift again and again. One node is enough.
 * @param interval How often they are checked.
 * @param page Orders or holdings read at once, 1 to 1000.
 * @param named Orders that a report names at most; further ones are counted.
 * @param settle Time between two looks at an order that differs; it is reported only if it differs in both.
 * @param drain How long a rebuild waits at most until the outbox has no orders of the sale.
 */
@ConfigurationProperties(SeckillReconcileProperties.PREFIX)
record SeckillReconcileProperties(
        @DefaultValue("false") boolean watch,
        @DefaultValue("5m") Duration interval,
        @DefaultValue("500") int page,
        @DefaultValue("10000") int named,
        @DefaultValue("500ms") Duration settle,
        @DefaultValue("30s") Duration drain) {

    static final String PREFIX = "seckill.reconcile";

    SeckillReconcileProperties {
        Bounds.positive(PREFIX + ".interval", interval);
        Bounds.within(PREFIX + ".page", page, 1, 1_000);
        Bounds.atLeastOne(PREFIX + ".named", named);
        Bounds.notNegative(PREFIX + ".settle", settle);
        Bounds.notNegative(PREFIX + ".drain", drain);
    }

    ReconcileConfig config() {
        return new ReconcileConfig(page, named, settle, drain);
    }
}
