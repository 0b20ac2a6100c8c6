package io.seckill.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.DeadLetters.Outcome;
import io.seckill.Operator;
import io.seckill.ReleaseReason;
import io.seckill.RequestKey;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleUpdate;
import io.seckill.engine.DeadLetterDesk;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.Outbox;
import io.seckill.spi.SaleChange;
import io.seckill.spi.SaleRegistry;
import io.seckill.spi.StockChange;
import io.seckill.test.contract.SalesContract;
import io.seckill.test.contract.Samples;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Sales and dead letters on Redis: the contract, what expires and what does not. */
class RedisSalesTest {

    private final RedisKeys keys = new RedisKeys("sales-" + UUID.randomUUID(), 4);
    private final Backend redis = Backend.LETTUCE;
    private final Sale sale = Samples.openSale(5, 1);

    @Nested
    class OnLettuce extends Contract {
        OnLettuce() {
            super(Backend.LETTUCE);
        }
    }

    @Nested
    class OnLettuceCluster extends Contract {
        OnLettuceCluster() {
            super(Backend.LETTUCE_CLUSTER);
        }
    }

    @Test
    void nothingExpiresBeforeTheSaleIsSettled() {
        RedisLuaSaleRegistry registry = new RedisLuaSaleRegistry(redis.driver(), keys);
        registry.open(sale);
        buyOne();
        registry.changeStock(sale.id(), 3, Operator.APPLICATION, (from, to) -> true);
        registry.change(sale.id(), new SaleChange.Close(), Operator.APPLICATION);
        List<String> all =
                List.of(keys.sale(sale.id()), keys.buyers(sale.id()), keys.audit(sale.id()), keys.changes(sale.id()));
        assertThat(all).allSatisfy(key -> assertThat(ttl(key)).as(key).isEqualTo(-1));

        registry.change(sale.id(), new SaleChange.Settle(), Operator.APPLICATION);

        assertThat(all).allSatisfy(key -> assertThat(ttl(key)).as(key).isBetween(86_000_000L, 86_400_000L));
    }

    @Test
    void aSettledSaleIsForgottenWithItsData() {
        RedisLuaSaleRegistry registry = new RedisLuaSaleRegistry(redis.driver(), keys, Duration.ofMillis(300));
        registry.open(sale);
        registry.change(sale.id(), new SaleChange.Close(), Operator.APPLICATION);
        registry.change(sale.id(), new SaleChange.Settle(), Operator.APPLICATION);

        await().untilAsserted(() -> {
            assertThat(registry.find(sale.id())).isEmpty();
            assertThat(registry.ids()).isEmpty();
        });
        assertThat(redis.server().command("HLEN", keys.registry())).isEqualTo(0L);
    }

    @Test
    void aSaleWithoutATimeToPayHasTheDefault() {
        RedisLuaSaleRegistry registry = new RedisLuaSaleRegistry(redis.driver(), keys);
        registry.open(sale);
        redis.server().command("HDEL", keys.sale(sale.id()), "paywithin");

        assertThat(registry.find(sale.id()).orElseThrow().sale()).isEqualTo(sale);
    }

    @Test
    void aKeyOfWhichRedisKnowsNoAmountIsTakenForTheSameChange() {
        RedisLuaSaleRegistry registry = new RedisLuaSaleRegistry(redis.driver(), keys);
        registry.open(sale);
        redis.server().command("HSET", keys.changes(sale.id()), "form-1", "");
        Operator keyed = Operator.APPLICATION.once(new RequestKey("form-1"));

        StockChange change = registry.changeStock(sale.id(), 3, keyed, StockChange.Book.NONE);

        assertThat(change.made()).isFalse();
        assertThat(change.before()).isEmpty();
        assertThat(change.update()).isInstanceOf(SaleUpdate.Done.class);
    }

    @Test
    void whatIsNoReservationIsRemovedButNotRetried() {
        RedisOutbox outbox = new RedisOutbox(redis.driver(), keys);
        DeadLetterDesk desk = new DeadLetterDesk(
                outbox,
                new RedisLuaGate(redis.driver(), keys),
                new RedisLuaSaleRegistry(redis.driver(), keys),
                Optional.empty());
        redis.server()
                .command("XADD", keys.dead(2), "*", "reason", "malformed", "attempts", "x", "left", "by somebody");
        String letter = desk.list(5).get(0).id();

        assertThat(desk.find(letter).orElseThrow().reservation()).isEmpty();
        assertThat(letter).startsWith("2-");
        assertThat(desk.retry(letter, Operator.APPLICATION)).isEqualTo(Outcome.UNKNOWN);
        assertThat(desk.refuse(letter, ReleaseReason.NOT_DELIVERED, Operator.APPLICATION))
                .isEqualTo(Outcome.DONE);
        assertThat(desk.list(5)).isEmpty();
    }

    private void buyOne() {
        Reservation wanted = Samples.one(sale.id(), Samples.buyer(1));
        new RedisLuaGate(redis.driver(), keys)
                .admit(sale.id(), List.of(wanted))
                .toCompletableFuture()
                .join();
    }

    private long ttl(String key) {
        return (long) redis.server().command("PTTL", key);
    }

    abstract static class Contract extends SalesContract {

        private final RedisKeys keys = new RedisKeys("sales-" + UUID.randomUUID(), 4);
        private final Backend backend;
        private final RedisOutbox outbox;

        Contract(Backend backend) {
            this.backend = backend;
            this.outbox = new RedisOutbox(backend.driver(), keys);
        }

        @Override
        protected AdmissionGate gate() {
            return new RedisLuaGate(backend.driver(), keys);
        }

        @Override
        protected SaleRegistry registry() {
            return new RedisLuaSaleRegistry(backend.driver(), keys);
        }

        @Override
        protected Outbox outbox() {
            return outbox;
        }
    }
}
