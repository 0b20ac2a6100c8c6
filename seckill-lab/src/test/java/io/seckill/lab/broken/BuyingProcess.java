package io.seckill.lab.broken;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.RedisClient;
import io.seckill.BuyerId;
import io.seckill.OrderId;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.gate.ComposedGate;
import io.seckill.gate.ComposedSaleRegistry;
import io.seckill.gate.LockedGate;
import io.seckill.jdbc.JdbcConditionalStockGuard;
import io.seckill.jdbc.JdbcOnePerUserGuard;
import io.seckill.memory.InMemorySaleRegistry;
import io.seckill.redis.RedisKeys;
import io.seckill.redis.driver.LettuceDriver;
import io.seckill.redis.lock.RedisLuaLock;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.DistributedLock;
import io.seckill.spi.OnePerUserGuard;
import io.seckill.spi.StockGuard;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** One of several processes in which the same buyer buys at the same time. They meet in a table, between check and act. */
final class BuyingProcess implements AutoCloseable {

    /** What keeps the purchases of a buyer apart. */
    enum Protection {
        BROKEN_JVM_LOCK,
        REDIS_LUA_LOCK,
        UNIQUE_INDEX
    }

    private static final Duration START = Duration.ofMinutes(1);
    /** One process waits this long in vain if the other cannot come. */
    private static final Duration CRITICAL_SECTION = Duration.ofSeconds(3);

    private final Process process;

    private BuyingProcess(Process process) {
        this.process = process;
    }

    static BuyingProcess start(Protection protection, SaleId sale, LocalDatabase database, LocalRedis redis)
            throws IOException {
        return new BuyingProcess(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BuyingProcess.class.getName(),
                        protection.name(),
                        sale.value(),
                        database.jdbcUrl(),
                        database.username(),
                        database.password(),
                        redis.uri())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Returns whether the purchase in this process was accepted. */
    boolean bought() throws IOException, InterruptedException {
        if (!process.waitFor(START.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IllegalStateException("a buying process broke down or does not end");
        }
        return Boolean.parseBoolean(new String(process.getInputStream().readAllBytes(), UTF_8).strip());
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static void main(String[] words) {
        DataSource database = new DriverManagerDataSource(words[2], words[3], words[4]);
        Protection protection = Protection.valueOf(words[0]);
        RedisClient client = RedisClient.create(words[5]);
        try (LettuceDriver driver = LettuceDriver.of(client, Duration.ofSeconds(10));
                RedisLuaLock redisLock = new RedisLuaLock(driver, RedisKeys.defaults())) {
            DistributedLock lock = protection == Protection.REDIS_LUA_LOCK ? redisLock : new BrokenJvmLock();
            SaleId warmUp = new SaleId(UUID.randomUUID().toString());
            buy(protection, database, lock, warmUp);
            SaleId sale = new SaleId(words[1]);
            new Meeting(database, sale + ":start").join(START);
            System.out.println(buy(protection, meetingAtTheMark(database, sale), lock, sale));
        } finally {
            client.shutdown();
        }
    }

    /** Returns a data source on which the two purchases of the sale meet when they have checked and are about to mark. */
    static DataSource meetingAtTheMark(DataSource database, SaleId sale) {
        return new MeetingDataSource(
                database,
                () -> new Meeting(database, sale + ":act").join(CRITICAL_SECTION),
                "INSERT INTO broken_mark",
                "INSERT INTO seckill_mark");
    }

    /** Buys with gate and registry of its own, and returns whether it was accepted. */
    static boolean buy(Protection protection, DataSource database, DistributedLock lock, SaleId sale) {
        OnePerUserGuard buyers = protection == Protection.UNIQUE_INDEX
                ? new JdbcOnePerUserGuard(database)
                : new BrokenCheckThenMark(database);
        StockGuard stock = new JdbcConditionalStockGuard(database);
        ComposedSaleRegistry sales = new ComposedSaleRegistry(new InMemorySaleRegistry(Clock.systemUTC()), stock);
        Instant now = Instant.now();
        sales.open(new Sale(sale, 10, 1, now.minusSeconds(60), now.plusSeconds(600)));
        AdmissionGate gate = new LockedGate(
                new ComposedGate(sales, buyers, stock, (of, reservations) -> {}, Runnable::run),
                lock,
                Duration.ofSeconds(30),
                Optional.of(Duration.ofSeconds(30)),
                Runnable::run);
        OrderId order = new OrderId(UUID.randomUUID().toString());
        return gate.admit(sale, List.of(Reservation.of(sale, new BuyerId("buyer"), order, 1)))
                        .toCompletableFuture()
                        .join()
                        .get(0)
                instanceof Accepted;
    }

    /** Two processes meet by rows of a table. */
    record Meeting(JdbcTemplate jdbc, String name) {

        private static final int ALL = 2;

        Meeting(DataSource database, String name) {
            this(new JdbcTemplate(database), name);
        }

        static void createTable(DataSource database) {
            new JdbcTemplate(database).execute("CREATE TABLE meeting (name varchar(100) NOT NULL, KEY (name))");
        }

        /** Returns when both are here, or after this time. */
        void join(Duration most) {
            jdbc.update("INSERT INTO meeting VALUES (?)", name);
            long end = System.nanoTime() + most.toNanos();
            Awaitility.await()
                    .atMost(most.plusMinutes(1))
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> arrived() >= ALL || System.nanoTime() - end >= 0);
        }

        int arrived() {
            Integer arrived = jdbc.queryForObject("SELECT COUNT(*) FROM meeting WHERE name = ?", Integer.class, name);
            return arrived == null ? 0 : arrived;
        }
    }
}
