package io.seckill.spring;

import io.seckill.gate.ComposedGate;
import io.seckill.gate.ComposedSaleRegistry;
import io.seckill.ids.LocalNodeLease;
import io.seckill.memory.InMemoryOnePerUserGuard;
import io.seckill.memory.InMemoryOutbox;
import io.seckill.memory.InMemorySaleRegistry;
import io.seckill.memory.InMemoryStockGuard;
import io.seckill.spi.Delivery;
import io.seckill.spi.OrderSink;
import io.seckill.spi.SaleRegistry;
import io.seckill.spring.catalog.SeckillCatalogAutoConfiguration;
import io.seckill.spring.endpoint.SeckillEndpointAutoConfiguration;
import io.seckill.spring.engine.SeckillEngineAutoConfiguration;
import io.seckill.spring.gate.SeckillComposedGateAutoConfiguration;
import io.seckill.spring.gate.SeckillInMemoryGateAutoConfiguration;
import io.seckill.spring.health.SeckillHealthAutoConfiguration;
import io.seckill.spring.ids.SeckillOrderIdsAutoConfiguration;
import io.seckill.spring.ledger.SeckillLedgerAutoConfiguration;
import io.seckill.spring.limit.SeckillLimitAutoConfiguration;
import io.seckill.spring.metrics.SeckillMetricsAutoConfiguration;
import io.seckill.spring.order.SeckillEventsAutoConfiguration;
import io.seckill.spring.order.SeckillOrdersAutoConfiguration;
import io.seckill.spring.reconcile.SeckillReconcileAutoConfiguration;
import io.seckill.spring.redis.SeckillRedisAutoConfiguration;
import io.seckill.spring.relay.SeckillRelayAutoConfiguration;
import io.seckill.spring.token.SeckillTokenAutoConfiguration;
import io.seckill.spring.tracing.SeckillTracingAutoConfiguration;
import io.seckill.spring.warmup.SeckillWarmUpAutoConfiguration;
import io.seckill.spring.watch.SeckillWatchAutoConfiguration;
import io.seckill.test.server.LocalRedis;
import java.time.Clock;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Applications to look into: with all of our auto-configurations and none of Boot's. */
public final class Contexts {

    private Contexts() {}

    /** Returns an application without the annotation and without Redis. */
    public static ApplicationContextRunner plain() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        SeckillCatalogAutoConfiguration.class,
                        SeckillComposedGateAutoConfiguration.class,
                        SeckillEndpointAutoConfiguration.class,
                        SeckillEngineAutoConfiguration.class,
                        SeckillHealthAutoConfiguration.class,
                        SeckillInMemoryGateAutoConfiguration.class,
                        SeckillLedgerAutoConfiguration.class,
                        SeckillLimitAutoConfiguration.class,
                        SeckillMetricsAutoConfiguration.class,
                        SeckillOrderIdsAutoConfiguration.class,
                        SeckillEventsAutoConfiguration.class,
                        SeckillOrdersAutoConfiguration.class,
                        SeckillReconcileAutoConfiguration.class,
                        SeckillRedisAutoConfiguration.class,
                        SeckillRelayAutoConfiguration.class,
                        SeckillTokenAutoConfiguration.class,
                        SeckillTracingAutoConfiguration.class,
                        SeckillWarmUpAutoConfiguration.class,
                        SeckillWatchAutoConfiguration.class));
    }

    /** Returns an application that brings gate, registry and outbox itself, and no sink. */
    public static ApplicationContextRunner inMemory() {
        return plain().withUserConfiguration(On.class, Memory.class).withPropertyValues("seckill.redis.enabled=false");
    }

    /** Returns an application on the shared Redis under a prefix of its own, with a sink that stores everything. */
    public static ApplicationContextRunner onRedis() {
        return plain().withUserConfiguration(On.class, Redis.class, Sink.class).withPropertyValues(ownPrefix());
    }

    public static String ownPrefix() {
        return "seckill.redis.key-prefix=test-" + UUID.randomUUID();
    }

    public static LettuceConnectionFactory connectionFactory() {
        return new LettuceConnectionFactory(
                LocalRedis.shared().host(), LocalRedis.shared().port());
    }

    /** Returns the names of the threads that belong to us. */
    public static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("seckill-"))
                .collect(Collectors.toSet());
    }

    @Configuration(proxyBeanMethods = false)
    @EnableSeckill
    public static class On {}

    @Configuration(proxyBeanMethods = false)
    public static class Redis {

        @Bean
        LettuceConnectionFactory redisConnectionFactory() {
            return connectionFactory();
        }
    }

    @Configuration(proxyBeanMethods = false)
    public static class Sink {

        @Bean
        OrderSink sink() {
            return reservations ->
                    reservations.stream().map(reservation -> Delivery.stored()).toList();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Memory {

        private final InMemoryStockGuard stock = new InMemoryStockGuard();

        @Bean
        InMemoryOutbox outbox() {
            return new InMemoryOutbox();
        }

        @Bean
        ComposedSaleRegistry registry() {
            return new ComposedSaleRegistry(new InMemorySaleRegistry(Clock.systemUTC()), stock);
        }

        @Bean
        ComposedGate gate(SaleRegistry registry, InMemoryOutbox outbox) {
            return new ComposedGate(registry, new InMemoryOnePerUserGuard(), stock, outbox::append, Runnable::run);
        }

        @Bean
        LocalNodeLease lease() {
            return new LocalNodeLease();
        }
    }
}
