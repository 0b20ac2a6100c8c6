package io.seckill.spring.gate;

import io.seckill.gate.ComposedGate;
import io.seckill.gate.ComposedSaleRegistry;
import io.seckill.ids.LocalNodeLease;
import io.seckill.ids.NodeLease;
import io.seckill.memory.InMemoryOnePerUserGuard;
import io.seckill.memory.InMemoryOutbox;
import io.seckill.memory.InMemorySaleRegistry;
import io.seckill.memory.InMemoryStockGuard;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.OnePerUserGuard;
import io.seckill.spi.Outbox;
import io.seckill.spi.SaleRegistry;
import io.seckill.spi.StockGuard;
import io.seckill.spring.ConditionalOnSeckill;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for {@code seckill.gate=in-memory}: gate, sale registry, outbox and node number
 * of a single JVM, without any server. A guard of the application is called on the thread that buys.
 *
 * @since 0.1
 */
@AutoConfiguration
@ConditionalOnSeckill
@ConditionalOnGate(GateKind.IN_MEMORY)
public final class SeckillInMemoryGateAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(StockGuard.class)
    InMemoryStockGuard seckillStockGuard() {
        return new InMemoryStockGuard();
    }

    @Bean
    @ConditionalOnMissingBean(OnePerUserGuard.class)
    InMemoryOnePerUserGuard seckillOnePerUserGuard() {
        return new InMemoryOnePerUserGuard();
    }

    @Bean
    @ConditionalOnMissingBean(SaleRegistry.class)
    ComposedSaleRegistry seckillSaleRegistry(StockGuard stock, ObjectProvider<Clock> clock) {
        return new ComposedSaleRegistry(new InMemorySaleRegistry(clock.getIfUnique(Clock::systemUTC)), stock);
    }

    @Bean
    @ConditionalOnMissingBean(Outbox.class)
    InMemoryOutbox seckillOutbox() {
        return new InMemoryOutbox();
    }

    @Bean
    @ConditionalOnMissingBean(NodeLease.class)
    LocalNodeLease seckillNodeLease() {
        return new LocalNodeLease();
    }

    @Bean
    @ConditionalOnMissingBean(AdmissionGate.class)
    ComposedGate seckillGate(SaleRegistry sales, OnePerUserGuard buyers, StockGuard stock, Outbox outbox) {
        return new ComposedGate(sales, buyers, stock, outbox::append, Runnable::run);
    }
}
