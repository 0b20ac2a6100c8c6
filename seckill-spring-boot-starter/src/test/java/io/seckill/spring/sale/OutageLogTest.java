package io.seckill.spring.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.seckill.PurchaseRequest;
import io.seckill.Sale;
import io.seckill.SeckillUnavailableException;
import io.seckill.spi.SaleSource;
import io.seckill.spring.EnableSeckill;
import io.seckill.test.contract.Samples;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What an operator reads while Redis is away: each loop says so once, and once that it works again, without stack traces. */
class OutageLogTest {

    private static final String[] EVERY_LOOP_IS_QUICK = {
        "seckill.redis.timeout=300ms",
        "seckill.order-ids.lease-term=1s",
        "seckill.watch.interval=100ms",
        "seckill.metrics.backlog-interval=100ms",
        "seckill.warm-up.interval=100ms",
        "seckill.reconcile.watch=true",
        "seckill.reconcile.interval=100ms",
        "seckill.limit.cluster.capacity=1000"
    };

    private static final Pattern HAPPENED =
            Pattern.compile(" (fails; trying again until it works: .+|works again, after \\d+ s)$");

    private static final String[] LOOPS = {
        "The outbox",
        "The lease of a node number for order ids",
        "The look at all sales, for meters and notices,",
        "The look at the backlog, for its meters,",
        "The warm-up of sales",
        "The comparison of gate and ledger",
        "The cluster limiter, which lets purchases pass meanwhile,"
    };

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.seckill");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private LocalRedis redis;
    private LocalDatabase database;

    @BeforeEach
    void start() {
        redis = LocalRedis.start("--appendonly", "yes", "--appendfsync", "always");
        database = LocalDatabase.shared().newSchema();
        lines.list = new CopyOnWriteArrayList<>();
    }

    /** Called when the application is there, for Boot begins by removing every appender. */
    private void listen() {
        lines.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(lines);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(lines);
        logger.setLevel(null);
        redis.close();
        database.close();
    }

    @Test
    void eachLoopSaysOnceThatRedisIsAwayAndOnceThatItIsBack() {
        Sale sale = Samples.openSale(10, 1);
        try (Shop shop = Shop.open(Busy.class, redis, database, "outage-" + UUID.randomUUID(), EVERY_LOOP_IS_QUICK)) {
            shop.sales.open(sale);
            shop.buy(PurchaseRequest.of(sale.id(), Samples.buyer(1)));
            shop.awaitDrained();
            listen();

            redis.kill();
            assertThatBuyingFails(shop, PurchaseRequest.of(sale.id(), Samples.buyer(2)));
            await().untilAsserted(() -> assertThat(loops(Level.WARN)).contains(LOOPS));
            await().during(Duration.ofSeconds(2))
                    .untilAsserted(() -> assertThat(loops(Level.WARN)).doesNotHaveDuplicates());

            redis.restart();
            shop.buyPatiently(PurchaseRequest.of(sale.id(), Samples.buyer(3)));
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(
                            () -> assertThat(loops(Level.INFO)).containsExactlyInAnyOrderElementsOf(loops(Level.WARN)));
        }
        assertThat(lines.list)
                .allMatch(line -> line.getThrowableProxy() == null)
                .allMatch(line -> line.getFormattedMessage().length() < 200);
    }

    private static void assertThatBuyingFails(Shop shop, PurchaseRequest request) {
        assertThatThrownBy(() -> shop.buy(request)).isInstanceOf(SeckillUnavailableException.class);
    }

    private List<String> messages(Level level) {
        return lines.list.stream()
                .filter(line -> line.getLevel() == level)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    /** Of lines about a loop, the words before what happened to it. */
    private List<String> loops(Level level) {
        return messages(level).stream()
                .filter(message -> HAPPENED.matcher(message).find())
                .map(message -> HAPPENED.matcher(message).replaceFirst(""))
                .toList();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableSeckill
    static class Busy {

        private final Instant soon = Instant.now().plusSeconds(300);

        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }

        @Bean
        SaleSource announced() {
            List<Sale> announced = List.of(
                    new Sale(Samples.saleId(), 10, 1, soon, soon.plusSeconds(60)),
                    new Sale(Samples.saleId(), 10, 1, soon, soon.plusSeconds(60)));
            return horizon -> announced;
        }
    }
}
