package io.seckill.spring.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.Sale;
import io.seckill.Sales;
import io.seckill.Seckill;
import io.seckill.SeckillUnavailableException;
import io.seckill.redis.driver.LuaScript;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.redis.driver.Reply;
import io.seckill.spi.Subscription;
import io.seckill.spring.Contexts;
import io.seckill.test.contract.Samples;
import io.seckill.test.server.LocalRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

class ApplicationRedisDriverTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void letsTheApplicationStartWithoutRedisAndConnectsWhenItIsThere() {
        try (LocalRedis redis = LocalRedis.start()) {
            redis.stop();
            Contexts.plain()
                    .withUserConfiguration(Contexts.On.class, Contexts.Sink.class)
                    .withBean(
                            LettuceConnectionFactory.class,
                            () -> new LettuceConnectionFactory(redis.host(), redis.port()))
                    .withPropertyValues("seckill.redis.required-on-start=false", "seckill.engine.deadline=5s")
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        Sale sale = Samples.openSale(10, 1);
                        Sales sales = context.getBean(Sales.class);
                        assertThatThrownBy(() -> sales.open(sale))
                                .isInstanceOfSatisfying(
                                        SeckillUnavailableException.class,
                                        failure -> assertThat(failure.outcomeKnown())
                                                .isTrue());

                        redis.restart();

                        await().atMost(PATIENCE).ignoreExceptions().until(() -> sales.open(sale) != null);
                        Seckill seckill = context.getBean(Seckill.class);
                        await().atMost(PATIENCE)
                                .ignoreExceptions() // the lease of a node number is had a moment later
                                .until(() -> seckill.buy(PurchaseRequest.of(sale.id(), Samples.buyer(1)))
                                        instanceof Accepted);
                    });
        }
    }

    @Test
    void closesTheDriverWhenItStopsAndOpensAnotherWhenItStarts() {
        List<Recorded> opened = new ArrayList<>();
        ApplicationRedisDriver driver = new ApplicationRedisDriver(
                () -> {
                    opened.add(new Recorded());
                    return opened.get(opened.size() - 1);
                },
                true);

        driver.stop();
        driver.start();

        assertThat(opened).extracting(one -> one.closed).containsExactly(true, false);
        driver.close();
        assertThat(opened).extracting(one -> one.closed).containsExactly(true, true);
    }

    @Test
    void keepsSubscriptionsAcrossAStop() {
        Contexts.onRedis().run(context -> {
            ApplicationRedisDriver driver = context.getBean(ApplicationRedisDriver.class);
            List<String> heard = new CopyOnWriteArrayList<>();
            driver.subscribe("test-channel-" + context.hashCode(), heard::add);

            driver.stop();
            driver.start();

            await().atMost(PATIENCE).until(() -> {
                LocalRedis.shared().command("PUBLISH", "test-channel-" + context.hashCode(), "hello");
                return heard.contains("hello");
            });
        });
    }

    private static final class Recorded implements RedisDriver {

        boolean closed;

        @Override
        public CompletionStage<Reply> eval(LuaScript script, List<String> keys, List<String> args) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Subscription subscribe(String channel, Consumer<String> listener) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
