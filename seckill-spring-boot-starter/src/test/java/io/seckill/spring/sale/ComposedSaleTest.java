package io.seckill.spring.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.gate.LockedGate;
import io.seckill.jdbc.lock.JdbcRowLock;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.redis.lock.RedisLuaLock;
import io.seckill.spi.DistributedLock;
import io.seckill.test.contract.Samples;
import io.seckill.test.contract.Stampede;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;

/** Sales of gates that are composed by name, on two nodes where that is possible. */
class ComposedSaleTest {

    private static final String[] ON_THE_DATABASE = {
        "seckill.gate=composed",
        "seckill.composed.stock-guard=jdbc-conditional",
        "seckill.composed.one-per-user-guard=jdbc",
        "seckill.composed.lock=jdbc-row"
    };
    private static final String[] ON_REDIS = {"seckill.gate=composed", "seckill.composed.lock=redis-lua"};
    private static final String[] IN_MEMORY = {
        "seckill.gate=in-memory", "spring.data.redis.url=redis://127.0.0.1:1", "management.health.redis.enabled=false"
    };

    private static LocalDatabase database;

    @BeforeAll
    static void start() {
        database = LocalDatabase.shared().newSchema();
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @Test
    void guardsAndARowLockOnTheDatabase() {
        try (Shop one = shop("composed-jdbc", ON_THE_DATABASE);
                Shop other = shop("composed-jdbc", ON_THE_DATABASE)) {
            assertLocked(one, JdbcRowLock.class);

            sells(one, other);
        }
    }

    @Test
    void guardsAndALockOnRedis() {
        String prefix = "composed-" + UUID.randomUUID();
        try (Shop one = shop(prefix, ON_REDIS);
                Shop other = shop(prefix, ON_REDIS)) {
            assertLocked(one, RedisLuaLock.class);

            sells(one, other);
        }
    }

    @Test
    void everythingInOneJvm() {
        try (Shop one = shop("unused", IN_MEMORY)) {
            ObjectProvider<RedisDriver> redis = one.context.getBeanProvider(RedisDriver.class);
            assertThat(redis).isEmpty();

            sells(one, one);
        }
    }

    /** Thirty buyers want twenty items, twenty of them on both nodes at once. Then one item comes back, and another buyer gets it. */
    private static void sells(Shop one, Shop other) {
        Sale sale = Samples.openSale(20, 1);
        one.sales.open(sale);
        other.sales.open(sale);

        List<PurchaseResult> results =
                Stampede.of(50, number -> (number < 30 ? one : other).buy(wish(sale, number % 30)));

        assertThat(results).filteredOn(Accepted.class::isInstance).hasSize(20);
        one.assertGuarantees(sale, results);
        assertThat(one.orders(sale.id(), "UNPAID")).hasSize(20);

        Reservation first = results.stream()
                .filter(Accepted.class::isInstance)
                .map(result -> ((Accepted) result).reservation())
                .findFirst()
                .orElseThrow();
        assertThat(one.gate()
                        .release(sale.id(), List.of(first), new ReleaseReason("test"))
                        .toCompletableFuture()
                        .join())
                .isEqualTo(1);
        assertThat(one.buy(wish(sale, 100))).isInstanceOf(Accepted.class);
    }

    private static PurchaseRequest wish(Sale sale, int buyer) {
        return PurchaseRequest.of(sale.id(), Samples.buyer(buyer));
    }

    private static void assertLocked(Shop shop, Class<?> lock) {
        assertThat(shop.gate()).isInstanceOf(LockedGate.class);
        assertThat(shop.context.getBean(DistributedLock.class)).isInstanceOf(lock);
    }

    private static Shop shop(String prefix, String... properties) {
        return Shop.open(LocalRedis.shared(), database, prefix, properties);
    }
}
