package io.seckill.spring.reconcile;

import io.seckill.Sales;
import io.seckill.reconcile.BooksReconciler;
import io.seckill.reconcile.Reconciler;
import io.seckill.spi.GateBooks;
import io.seckill.spi.LedgerBooks;
import io.seckill.spi.OrderLedger;
import io.seckill.spi.Outbox;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spring.ConditionalOnSeckill;
import io.seckill.spring.internal.RepeatingTask;
import io.seckill.spring.ledger.SeckillLedgerAutoConfiguration;
import io.seckill.spring.redis.SeckillRedisAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the reconciler, where gate and ledger have books: the gate {@code redis-lua}, and
 * the ledger in the database or one of the application's own that implements {@link LedgerBooks}. Composed gates have none.
 *
 * @since 0.1
 */
@AutoConfiguration(after = {SeckillLedgerAutoConfiguration.class, SeckillRedisAutoConfiguration.class})
@ConditionalOnSeckill
@ConditionalOnBooleanProperty(name = "seckill.reconcile.enabled", matchIfMissing = true)
@EnableConfigurationProperties(SeckillReconcileProperties.class)
public final class SeckillReconcileAutoConfiguration {

    @Bean
    @ConditionalOnBean({GateBooks.class, LedgerBooks.class, OrderLedger.class})
    @ConditionalOnMissingBean(Reconciler.class)
    BooksReconciler seckillReconciler(
            GateBooks gate,
            Outbox outbox,
            OrderLedger ledger,
            LedgerBooks books,
            SeckillReconcileProperties properties) {
        return new BooksReconciler(gate, outbox, ledger, books, properties.config());
    }

    @Bean
    @ConditionalOnBean(Reconciler.class)
    @ConditionalOnBooleanProperty("seckill.reconcile.watch")
    @ConditionalOnMissingBean(name = "seckillDriftWatch")
    RepeatingTask seckillDriftWatch(
            Sales sales,
            Reconciler reconciler,
            ObjectProvider<SeckillMetrics> metrics,
            SeckillReconcileProperties properties) {
        return new RepeatingTask(
                "seckill-reconcile",
                "comparison of gate and ledger",
                properties.interval(),
                new DriftWatch(sales, reconciler, metrics.getIfAvailable(() -> SeckillMetrics.NONE)));
    }
}
