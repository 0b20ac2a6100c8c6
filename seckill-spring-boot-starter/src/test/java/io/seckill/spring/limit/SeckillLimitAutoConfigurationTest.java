package io.seckill.spring.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.Sale;
import io.seckill.Sales;
import io.seckill.Seckill;
import io.seckill.spi.RateLimiter;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spring.Contexts;
import io.seckill.spring.internal.SeckillStartupException;
import io.seckill.test.contract.Samples;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class SeckillLimitAutoConfigurationTest {

    private final ApplicationContextRunner inMemory = Contexts.inMemory().withUserConfiguration(Contexts.Sink.class);

    @Test
    void limitsNothingUnlessTold() {
        inMemory.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RateLimiter.class));
    }

    @Test
    void aLimitOfZeroIsOff() {
        inMemory.withPropertyValues("seckill.limit.node.capacity=0").run(context -> {
            Sale sale = opened(context);
            assertThat(buy(context, sale, 1)).isInstanceOf(Accepted.class);
        });
    }

    @Test
    void limitsANode() {
        Limited limited = new Limited();
        inMemory.withBean(SeckillMetrics.class, () -> limited)
                .withPropertyValues("seckill.limit.node.capacity=2", "seckill.limit.node.refill=1", hourly("node"))
                .run(context -> {
                    Sale sale = opened(context);
                    assertThat(buy(context, sale, 1)).isInstanceOf(Accepted.class);
                    assertThat(buy(context, sale, 2)).isInstanceOf(Accepted.class);
                    assertBusy(buy(context, sale, 3));
                    assertThat(limited.kinds).containsExactly(SeckillMetrics.LimitKind.NODE);
                });
    }

    @ParameterizedTest
    @CsvSource({"cluster, CLUSTER", "buyer, BUYER", "address, ADDRESS"})
    void limitsOnRedis(String limit, SeckillMetrics.LimitKind kind) {
        Limited limited = new Limited();
        Contexts.onRedis()
                .withBean(SeckillMetrics.class, () -> limited)
                .withPropertyValues("seckill.limit." + limit + ".capacity=1", hourly(limit))
                .run(context -> {
                    Sale sale = opened(context);
                    assertThat(buy(context, sale, 1)).isInstanceOf(Accepted.class);
                    assertBusy(buy(context, sale, 1));
                    assertThat(limited.kinds).containsExactly(kind);
                });
    }

    @Test
    void backsOffFromALimiterOfTheApplication() {
        inMemory.withPropertyValues("seckill.limit.node.capacity=1")
                .withBean("mine", RateLimiter.class, () -> RateLimiter.NONE)
                .run(context -> assertThat(context).getBean(RateLimiter.class).isSameAs(RateLimiter.NONE));
    }

    @Test
    void startsWithoutBucket4jAndSaysSoWhereItIsNeeded() {
        ApplicationContextRunner without = inMemory.withClassLoader(new FilteredClassLoader("io.github.bucket4j"));
        without.run(context -> assertThat(context).hasNotFailed());
        without.withPropertyValues("seckill.limit.node.capacity=1")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(SeckillStartupException.class)
                        .hasMessageContaining("bucket4j"));
    }

    @Test
    void saysThatALimitNeedsRedis() {
        inMemory.withPropertyValues("seckill.limit.buyer.capacity=1")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(SeckillStartupException.class)
                        .hasMessageContaining("seckill.limit.buyer"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"capacity=1000001", "capacity=-1", "refill=-1", "per=2h", "per=0s"})
    void namesASizeThatMakesNoSense(String size) {
        inMemory.withPropertyValues("seckill.limit.node.capacity=1", "seckill.limit.node." + size)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("seckill.limit.node." + size.split("=")[0]));
    }

    @ParameterizedTest
    @ValueSource(strings = {"node.refill=5", "node.per=2s", "buyer.refill=5", "address.per=2s", "cluster.per=2s"})
    void refusesALimitWithoutACapacity(String part) {
        inMemory.withPropertyValues("seckill.limit." + part)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                        .hasMessageContaining("seckill.limit." + part.split("=")[0])
                        .hasMessageContaining(
                                "Set seckill.limit." + part.substring(0, part.indexOf('.')) + ".capacity too"));
    }

    private static String hourly(String limit) {
        return "seckill.limit." + limit + ".per=1h";
    }

    private static Sale opened(AssertableApplicationContext context) {
        Sale sale = Samples.openSale(10, 10);
        context.getBean(Sales.class).open(sale);
        return sale;
    }

    private static PurchaseResult buy(AssertableApplicationContext context, Sale sale, int buyer) {
        return context.getBean(Seckill.class)
                .buy(PurchaseRequest.of(sale.id(), Samples.buyer(buyer)).withClient("192.0.2.7"));
    }

    private static void assertBusy(PurchaseResult result) {
        assertThat(result).isInstanceOfSatisfying(Rejected.class, rejected -> {
            assertThat(rejected.reason()).isEqualTo(Reason.BUSY);
            assertThat(rejected.retryAfter())
                    .hasValueSatisfying(wait -> assertThat(wait).isPositive());
        });
    }

    private static final class Limited implements SeckillMetrics {

        private final List<LimitKind> kinds = new CopyOnWriteArrayList<>();

        @Override
        public void limited(LimitKind kind) {
            kinds.add(kind);
        }
    }
}
