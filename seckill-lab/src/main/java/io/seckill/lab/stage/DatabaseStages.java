package io.seckill.lab.stage;

import io.seckill.jdbc.JdbcConditionalStockGuard;
import io.seckill.jdbc.JdbcForUpdateStockGuard;
import io.seckill.jdbc.JdbcOnePerUserGuard;
import io.seckill.jdbc.JdbcVersionedStockGuard;
import io.seckill.lab.broken.BrokenCheckThenMark;
import io.seckill.lab.broken.BrokenNoBuyerCheck;
import io.seckill.lab.broken.BrokenReadCheckWrite;
import io.seckill.spi.StockGuard;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

/** Puts the contenders together that decide in the database: three ways to take stock, and locks in front of the first. */
final class DatabaseStages {

    private static final String STOCK = "seckill_stock";
    private static final String MARKS = "seckill_mark";
    private static final Optional<Duration> RENEWED = Optional.empty();
    /** Buyers share the stripes of a lock in memory: who meets another one there is not to be sent away. */
    private static final Duration STRIPES = Duration.ofSeconds(5);

    private final Servers servers;
    private final Conditions conditions;
    private final DataSource database;
    /** For the stock: its guards pause between reading and writing it. */
    private final DataSource thinking;

    private DatabaseStages(Servers servers, Conditions conditions) {
        this.servers = servers;
        this.conditions = conditions;
        this.database = servers.database();
        this.thinking = ThinkingDataSource.of(database, new Pause(conditions.think()));
    }

    /**
     * Connects a contender.
     *
     * @throws IllegalArgumentException if no contender has this name
     */
    static Shareable connect(String name, Servers servers, Conditions conditions) {
        return new OnDatabase(name, new DatabaseStages(servers, conditions).parts(name), servers);
    }

    private Parts parts(String name) {
        return switch (name) {
            case Contenders.NO_PROTECTION ->
                Parts.of(new BrokenReadCheckWrite(thinking), new BrokenNoBuyerCheck(), STOCK);
            case Contenders.CONDITIONAL -> conditional();
            case Contenders.VERSIONED -> versioned(new JdbcVersionedStockGuard(thinking));
            case Contenders.FOR_UPDATE -> guarded(new JdbcForUpdateStockGuard(thinking));
            case Contenders.JVM_LOCK -> checkThenMark().behind(lock("broken-jvm"), STRIPES, RENEWED);
            case Contenders.SET_NX -> leased(checkThenMark(), "broken-set-nx");
            case Contenders.REDIS_LUA_LOCK -> leased(conditional(), "redis-lua");
            case Contenders.REDISSON_LOCKED_GATE ->
                conditional().behind(lock("redisson-plain"), conditions.lockWait(), RENEWED);
            case Contenders.ZOOKEEPER_LOCK -> conditional().behind(lock("zookeeper"), conditions.lockWait(), RENEWED);
            case Contenders.JDBC_ROW_LOCK -> leased(conditional(), "jdbc-row", "seckill_lock");
            default -> throw new IllegalArgumentException("there is no contender " + name);
        };
    }

    private ConnectedLock lock(String lock) {
        return Locks.connect(lock, servers);
    }

    private Parts leased(Parts parts, String lock, String... moreTables) {
        return parts.behind(lock(lock), conditions.lockWait(), Optional.of(conditions.lease()), moreTables);
    }

    private Parts conditional() {
        return guarded(new JdbcConditionalStockGuard(thinking));
    }

    private Parts guarded(StockGuard stock) {
        return Parts.of(stock, new JdbcOnePerUserGuard(database), STOCK, MARKS);
    }

    private Parts versioned(JdbcVersionedStockGuard stock) {
        return guarded(stock).telling(() -> new Noticed(0, stock.updates(), stock.lostUpdates()));
    }

    private Parts checkThenMark() {
        BrokenCheckThenMark buyers = new BrokenCheckThenMark(database);
        buyers.createTable();
        return Parts.of(new JdbcConditionalStockGuard(thinking), buyers, STOCK, "broken_mark");
    }
}
