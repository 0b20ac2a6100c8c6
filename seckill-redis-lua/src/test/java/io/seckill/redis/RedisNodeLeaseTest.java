package io.seckill.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.seckill.OrderId;
import io.seckill.SeckillUnavailableException;
import io.seckill.ids.NodeLease;
import io.seckill.ids.NodeLease.Grant;
import io.seckill.ids.TimeSortedOrderIds;
import io.seckill.redis.driver.LuaScript;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.redis.driver.Reply;
import io.seckill.spi.OrderIds;
import io.seckill.spi.Subscription;
import io.seckill.test.contract.OrderIdsContract;
import io.seckill.test.server.LocalRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class RedisNodeLeaseTest {

    private static final Duration TERM = Duration.ofMillis(900);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String FAR = "99999999999999";

    private final LocalRedis redis = Backend.LETTUCE.server();
    private final RedisKeys keys = new RedisKeys("lease-" + UUID.randomUUID(), 1);
    private final List<RedisNodeLease> leases = new ArrayList<>();

    @AfterEach
    void closeLeases() {
        leases.forEach(RedisNodeLease::close);
    }

    @Nested
    class OnLettuce extends Ids {
        OnLettuce() {
            super(Backend.LETTUCE);
        }
    }

    @Nested
    class OnLettuceCluster extends Ids {
        OnLettuceCluster() {
            super(Backend.LETTUCE_CLUSTER);
        }
    }

    @Nested
    class OnSpringDataJedis extends Ids {
        OnSpringDataJedis() {
            super(Backend.SPRING_JEDIS);
        }
    }

    @Test
    void nodesHaveDifferentNumbersAndKeepThem() {
        Set<Integer> numbers = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            numbers.add(lease().current().number());
        }
        assertThat(numbers).hasSize(20);

        RedisNodeLease first = leases.get(0);
        Grant grant = first.current();
        await().atMost(PATIENCE).until(() -> first.current().untilMs() > grant.untilMs() + 2 * TERM.toMillis());
        assertThat(first.current().number()).isEqualTo(grant.number());
        assertThat(first.current().fromMs()).isEqualTo(grant.fromMs());
    }

    @Test
    void aRenewalThatFailsWhileEverythingIsClosedIsNothingToTell() {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(RedisNodeLease.class);
        HoldingDriver driver = new HoldingDriver();
        RedisNodeLease lease = new RedisNodeLease(driver, keys, TERM);
        lines.start();
        logger.addAppender(lines);
        try {
            driver.holding = true;
            await().atMost(PATIENCE).until(() -> driver.held.getNumberOfDependents() > 0);

            lease.close();
            driver.held.completeExceptionally(SeckillUnavailableException.nothingChanged("the driver is closed", null));

            await().atMost(PATIENCE).untilAsserted(() -> assertRefused(new TimeSortedOrderIds(lease), "is closed"));
            assertThat(lines.list).isEmpty();
        } finally {
            logger.detachAppender(lines);
        }
    }

    /** Answers no more once it holds. */
    private static final class HoldingDriver implements RedisDriver {

        private final CompletableFuture<Reply> held = new CompletableFuture<>();
        private volatile boolean holding;

        @Override
        public CompletionStage<Reply> eval(LuaScript script, List<String> keys, List<String> args) {
            return holding ? held : Backend.LETTUCE.driver().eval(script, keys, args);
        }

        @Override
        public Subscription subscribe(String channel, Consumer<String> listener) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }

    @Test
    void aNumberWhoseRecordWasLostIsGrantedForLaterOnly() {
        leaveFree(7);
        NodeLease first = lease();
        assertThat(first.current().number()).isEqualTo(7);
        redis.command("HDEL", keys.nodes(), "7");
        NodeLease second = lease();

        assertThat(second.current().number()).isEqualTo(7);
        Grant before = first.current();
        assertThat(second.current().fromMs()).isGreaterThanOrEqualTo(before.untilMs());
        await().atMost(PATIENCE).until(() -> first.nowMs() > before.untilMs());
        assertRefused(new TimeSortedOrderIds(first), "all 1024 node numbers");
    }

    @Test
    void aNumberThatIsFreeAgainIsGrantedFromTheEndOfTheFormerLeaseOn() {
        leaveFree(7);
        RedisNodeLease first = lease();
        Grant before = first.current();
        first.close();

        NodeLease second = lease();
        await().atMost(PATIENCE)
                .ignoreException(SeckillUnavailableException.class)
                .until(() -> second.current() != null);

        assertThat(second.current().number()).isEqualTo(7);
        assertThat(second.current().fromMs()).isGreaterThanOrEqualTo(before.untilMs());
    }

    @Test
    void aRecordThatEndedAMomentAgoMayBeAnOldCopyAndIsGrantedForLaterOnly() {
        leaveFree(7);
        long end = System.currentTimeMillis() - 1;
        redis.command("HSET", keys.nodes(), "7", "somebody:" + end);

        Grant grant = lease().current();

        assertThat(grant.number()).isEqualTo(7);
        assertThat(grant.fromMs()).isGreaterThanOrEqualTo(end + TERM.toMillis());
    }

    @Test
    void aRecordThatEndedLongAgoIsGrantedAtOnce() {
        leaveFree(7);
        long now = System.currentTimeMillis();
        redis.command("HSET", keys.nodes(), "7", "somebody:" + (now - TERM.toMillis() - 1));

        Grant grant = lease().current();

        assertThat(grant.number()).isEqualTo(7);
        assertThat(grant.untilMs()).isGreaterThanOrEqualTo(grant.fromMs() + TERM.toMillis());
    }

    @Test
    void idsGoOnWithoutRepeatingWhenRedisLosesItsData() {
        RedisNodeLease lease = lease();
        OrderIds ids = new TimeSortedOrderIds(lease);
        Set<OrderId> made = new HashSet<>();
        for (int round = 0; round < 3; round++) {
            Grant before = lease.current();
            redis.command("DEL", keys.nodes());
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(2)).until(() -> {
                assertThat(made.add(ids.next())).isTrue();
                return lease.current().fromMs() > before.fromMs();
            });
            assertThat(made.add(ids.next())).isTrue();
        }
    }

    @Test
    void aLeaseThatSomebodyElseHoldsIsReplaced() {
        RedisNodeLease lease = lease();
        OrderIds ids = new TimeSortedOrderIds(lease);
        int number = lease.current().number();
        ids.next();

        redis.command("HSET", keys.nodes(), Integer.toString(number), "somebody:" + FAR);

        await().atMost(PATIENCE).until(() -> lease.current().number() != number);
        ids.next();
        assertThat(redis.command("HGET", keys.nodes(), Integer.toString(number)))
                .isEqualTo("somebody:" + FAR);
    }

    @Test
    void refusesClearlyWhileAllNumbersAreLeasedAndRecovers() {
        for (int number = 0; number < NodeLease.NUMBERS; number++) {
            redis.command("HSET", keys.nodes(), Integer.toString(number), "somebody:" + FAR);
        }
        OrderIds ids = new TimeSortedOrderIds(lease());
        assertRefused(ids, "all 1024 node numbers in " + keys.nodes() + " are leased");

        redis.command("HSET", keys.nodes(), "500", "somebody:1");

        assertMakesIdsSoon(ids);
    }

    @Test
    void recordsThatMakeNoSenseAreNoLeases() {
        leaveFree(7);
        redis.command("HSET", keys.nodes(), "7", "planted");

        assertThat(lease().current().number()).isEqualTo(7);
    }

    @Test
    void refusesWhenTheLeaseIsOverAndRecoversWithRedis() {
        try (LocalRedis own = LocalRedis.start("--appendonly", "yes");
                RedisDriver driver = Backend.lettuce(own);
                RedisNodeLease lease = new RedisNodeLease(driver, keys, TERM)) {
            OrderIds ids = new TimeSortedOrderIds(lease);
            ids.next();

            own.kill();
            await().atMost(PATIENCE).untilAsserted(() -> assertRefused(ids, "is over"));

            own.restart();
            assertMakesIdsSoon(ids);
        }
    }

    private static void assertMakesIdsSoon(OrderIds ids) {
        await().atMost(PATIENCE)
                .ignoreException(SeckillUnavailableException.class)
                .until(() -> !ids.next().value().isEmpty());
    }

    private static void assertRefused(OrderIds ids, String why) {
        assertThatExceptionOfType(SeckillUnavailableException.class)
                .isThrownBy(ids::next)
                .withMessageContaining(why)
                .matches(SeckillUnavailableException::outcomeKnown);
    }

    private void leaveFree(int free) {
        for (int number = 0; number < NodeLease.NUMBERS; number++) {
            if (number != free) {
                redis.command("HSET", keys.nodes(), Integer.toString(number), "somebody:" + FAR);
            }
        }
    }

    private RedisNodeLease lease() {
        RedisNodeLease lease = new RedisNodeLease(Backend.LETTUCE.driver(), keys, TERM);
        leases.add(lease);
        return lease;
    }

    abstract static class Ids extends OrderIdsContract {

        private final RedisKeys keys = new RedisKeys("ids-" + UUID.randomUUID(), 1);
        private final List<RedisNodeLease> leases = new ArrayList<>();
        private final Backend backend;

        Ids(Backend backend) {
            this.backend = backend;
        }

        @AfterEach
        void closeLeases() {
            leases.forEach(RedisNodeLease::close);
        }

        @Override
        protected OrderIds node() {
            RedisNodeLease lease = new RedisNodeLease(backend.driver(), keys);
            leases.add(lease);
            return new TimeSortedOrderIds(lease);
        }
    }
}
