package io.seckill.spring.gate;

import io.seckill.gate.ComposedGate;
import io.seckill.gate.ComposedSaleRegistry;
import io.seckill.gate.LockedGate;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.DistributedLock;
import io.seckill.spi.OnePerUserGuard;
import io.seckill.spi.Outbox;
import io.seckill.spi.SaleRegistry;
import io.seckill.spi.StockGuard;
import io.seckill.spring.ConditionalOnSeckill;
import io.seckill.spring.internal.SeckillThreads;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for {@code seckill.gate=composed}: a gate of guards, perhaps behind a lock, that
 * hands over to the outbox. A sale registry of the application is used as it is, so it must start the count of the stock guard as
 * {@link ComposedSaleRegistry} does.
 *
 * @since 0.1
 */
@AutoConfiguration
@ConditionalOnSeckill
@ConditionalOnGate(GateKind.COMPOSED)
@EnableConfigurationProperties(SeckillComposedGateProperties.class)
public final class SeckillComposedGateAutoConfiguration {

    private final GateParts parts;
    private final SeckillComposedGateProperties properties;

    SeckillComposedGateAutoConfiguration(ApplicationContext context, SeckillComposedGateProperties properties) {
        this.parts = new GateParts(context);
        this.properties = properties;
    }

    @Bean
    @ConditionalOnMissingBean
    StockGuard seckillStockGuard() {
        return parts.stockGuard(properties.stockGuard());
    }

    @Bean
    @ConditionalOnMissingBean
    OnePerUserGuard seckillOnePerUserGuard() {
        return parts.onePerUserGuard(properties.onePerUserGuard());
    }

    @Bean
    @ConditionalOnMissingBean
    @Conditional(LockWanted.class)
    DistributedLock seckillLock() {
        return parts.lock(properties.lock());
    }

    @Bean
    @ConditionalOnMissingBean(SaleRegistry.class)
    ComposedSaleRegistry seckillSaleRegistry(StockGuard stock) {
        return new ComposedSaleRegistry(parts.definitions(), stock);
    }

    @Bean
    GateThreads seckillGateThreads(Environment environment) {
        return new GateThreads(new SeckillThreads(environment), properties.threads());
    }

    @Bean
    @ConditionalOnMissingBean
    AdmissionGate seckillGate(
            SaleRegistry sales,
            OnePerUserGuard buyers,
            StockGuard stock,
            Outbox outbox,
            ObjectProvider<DistributedLock> lock,
            GateThreads threads) {
        ComposedGate gate = new ComposedGate(sales, buyers, stock, outbox::append, threads.deciding());
        return properties.lock() == LockKind.NONE
                ? gate
                : new LockedGate(gate, lock.getObject(), properties.lockWait(), properties.lease(), threads.locking());
    }
}
