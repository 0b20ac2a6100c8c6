package io.seckill.lab.broken;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.SaleId;
import io.seckill.jdbc.JdbcConditionalStockGuard;
import io.seckill.jdbc.JdbcSchema;
import io.seckill.lab.broken.BuyingProcess.Protection;
import io.seckill.spi.DistributedLock;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** One buyer, limit one, buys in two processes at once; both stand between check and act at the same time, if they can. */
class TwoProcessesTest {

    private static LocalDatabase schema;
    private static DataSource database;
    private static LocalRedis redis;

    private final SaleId sale = new SaleId(UUID.randomUUID().toString());

    @BeforeAll
    static void startServers() {
        schema = LocalDatabase.shared().newSchema();
        database = new DriverManagerDataSource(schema.jdbcUrl(), schema.username(), schema.password());
        JdbcSchema.create(database);
        new BrokenCheckThenMark(database).createTable();
        BuyingProcess.Meeting.createTable(database);
        redis = LocalRedis.start();
    }

    @AfterAll
    static void stopServers() {
        redis.close();
        schema.close();
    }

    @Test
    void aBrokenJvmLockSellsToABuyerTwiceInTwoProcesses() throws Exception {
        assertThat(soldInTwoProcesses(Protection.BROKEN_JVM_LOCK)).isEqualTo(2);
    }

    @Test
    void aLockThatBothProcessesSeeSellsToABuyerOnce() throws Exception {
        assertThat(soldInTwoProcesses(Protection.REDIS_LUA_LOCK)).isEqualTo(1);
    }

    @Test
    void aUniqueIndexSellsToABuyerOnceBehindTheSameBrokenLock() throws Exception {
        assertThat(soldInTwoProcesses(Protection.UNIQUE_INDEX)).isEqualTo(1);
    }

    @Test
    void inOneProcessTheBrokenJvmLockSellsToABuyerOnce() {
        DataSource meeting = BuyingProcess.meetingAtTheMark(database, sale);
        DistributedLock lock = new BrokenJvmLock();

        long sold = IntStream.range(0, 2)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> BuyingProcess.buy(Protection.BROKEN_JVM_LOCK, meeting, lock, sale)))
                .toList()
                .stream()
                .filter(CompletableFuture::join)
                .count();

        assertThat(sold).isEqualTo(1);
    }

    private int soldInTwoProcesses(Protection protection) throws Exception {
        try (BuyingProcess one = BuyingProcess.start(protection, sale, schema, redis);
                BuyingProcess other = BuyingProcess.start(protection, sale, schema, redis)) {
            int sold = (one.bought() ? 1 : 0) + (other.bought() ? 1 : 0);
            assertThat(new JdbcConditionalStockGuard(database).available(sale)).hasValue(10 - sold);
            assertThat(new BuyingProcess.Meeting(database, sale + ":start").arrived())
                    .isEqualTo(2);
            return sold;
        }
    }
}
