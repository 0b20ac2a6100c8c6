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
import java.util.Locale;
import javax.sql.DataSource;

/** Puts the contenders together that decide in the database: three ways to take stock, and locks in front of the first. */
final class DatabaseStages {

    private static final String STOCK = "seckill_stock";
    private static final String MARKS = "seckill_mark";
    private static final Duration FAIL_FAST = Duration.ZERO;
    /** Buyers share the stripes of a lock in memory: who meets another one there is not to be sent away. */
    private static final Duration STRIPES = Duration.ofSeconds(5);

    private DatabaseStages() {}

    /**
     * Connects a contender.
     *
     * @throws IllegalArgumentException if no contender has this name
     */
    static Contender connect(String name, Servers servers) {
        return new OnDatabase(name, parts(name, servers), servers);
    }

    private static Parts parts(String name, Servers servers) {
        DataSource database = servers.database();
        return switch (name) {
            case Contenders.NO_PROTECTION ->
                Parts.of(new BrokenReadCheckWrite(database), new BrokenNoBuyerCheck(), STOCK);
            case Contenders.CONDITIONAL -> conditional(database);
            case Contenders.VERSIONED -> versioned(new JdbcVersionedStockGuard(database), database);
            case Contenders.FOR_UPDATE -> guarded(new JdbcForUpdateStockGuard(database), database);
            case Contenders.JVM_LOCK -> checkThenMark(database).behind(Locks.connect("broken-jvm", servers), STRIPES);
            case Contenders.SET_NX ->
                checkThenMark(database).behind(Locks.connect("broken-set-nx", servers), FAIL_FAST);
            case Contenders.REDIS_LUA_LOCK ->
                conditional(database).behind(Locks.connect("redis-lua", servers), FAIL_FAST);
            case Contenders.REDISSON_LOCKED_GATE ->
                conditional(database).behind(Locks.connect("redisson-plain", servers), FAIL_FAST);
            case Contenders.ZOOKEEPER_LOCK ->
                conditional(database).behind(Locks.connect("zookeeper", servers), FAIL_FAST);
            case Contenders.JDBC_ROW_LOCK ->
                conditional(database).behind(Locks.connect("jdbc-row", servers), FAIL_FAST, "seckill_lock");
            default -> throw new IllegalArgumentException("there is no contender " + name);
        };
    }

    private static Parts conditional(DataSource database) {
        return guarded(new JdbcConditionalStockGuard(database), database);
    }

    private static Parts guarded(StockGuard stock, DataSource database) {
        return Parts.of(stock, new JdbcOnePerUserGuard(database), STOCK, MARKS);
    }

    private static Parts versioned(JdbcVersionedStockGuard stock, DataSource database) {
        return guarded(stock, database)
                .telling(() -> String.format(
                        Locale.ROOT,
                        "%.0f %% of %,d updates lost",
                        100.0 * stock.lostUpdates() / Math.max(1, stock.updates()),
                        stock.updates()));
    }

    private static Parts checkThenMark(DataSource database) {
        BrokenCheckThenMark buyers = new BrokenCheckThenMark(database);
        buyers.createTable();
        return Parts.of(new JdbcConditionalStockGuard(database), buyers, STOCK, "broken_mark");
    }
}
