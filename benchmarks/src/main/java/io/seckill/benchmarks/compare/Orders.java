package io.seckill.benchmarks.compare;

import com.zaxxer.hikari.HikariDataSource;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.jdbc.JdbcOrderLedger;
import io.seckill.lab.stage.Contenders;
import io.seckill.lab.stage.Gate;
import io.seckill.lab.stage.UsualPattern;
import io.seckill.relay.OrderRelay;
import io.seckill.relay.RelayConfig;
import io.seckill.spi.SeckillMetrics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.springframework.data.redis.connection.stream.MapRecord;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * From a backlog in Redis to rows in the database, all on one hot stock row: one transaction for each order, and the ledger with its
 * batches. Both in the ledger's tables, with the same indexes and checks, from what the same number of callers left behind.
 */
final class Orders {

    private static final String ONE_BY_ONE = "one transaction per order";
    private static final String LEDGER = "relay and ledger";
    private static final int MANY_THREADS = 8;

    private static final Load LOAD = Load.blocking(200);
    private static final RelayConfig LARGER = RelayConfig.DEFAULT.withBatch(1_024);

    private final Bench bench;
    private final HikariDataSource pool;
    private final JdbcTemplate jdbc;
    private final JdbcOrderLedger ledger;

    /** The tables are there. */
    Orders(Bench bench, HikariDataSource pool) {
        this.bench = bench;
        this.pool = pool;
        this.jdbc = new JdbcTemplate(pool);
        this.ledger = new JdbcOrderLedger(pool);
    }

    List<Row> run() throws InterruptedException {
        bench.say("orders: from the backlog in Redis to the database");
        Map<String, Row> sums = new LinkedHashMap<>();
        for (int round = 0; round <= bench.pace().orderRounds(); round++) {
            List<Row> rows = List.of(oneByOne(1), oneByOne(MANY_THREADS), relay(RelayConfig.DEFAULT), relay(LARGER));
            if (round > 0) {
                rows.forEach(row -> sums.merge(row.way + row.threads + row.batch, row, Row::plus));
            }
        }
        return List.copyOf(sums.values());
    }

    private Row oneByOne(int threads) throws InterruptedException {
        UsualPattern usual = (UsualPattern) bench.contender(Contenders.USUAL);
        Instant now = Instant.now();
        Sale sale = new Sale(
                new SaleId("usual-" + System.nanoTime()), Sale.MAX_TOTAL, 1, now, now.plus(Duration.ofDays(1)));
        begin(sale);
        usual.open(Sale.MAX_TOTAL);
        bench.fill(usual, LOAD, bench.pace().singleOrders());
        UsualConsumer first = UsualConsumer.first(usual.redis());
        List<UsualConsumer> consumers = new ArrayList<>(List.of(first));
        for (int i = 1; i < threads; i++) {
            consumers.add(new UsualConsumer(usual.redis(), "c" + i));
        }
        long start = System.nanoTime();
        long end = start + bench.pace().orderLimit().toNanos();
        List<Thread> running = consumers.stream()
                .map(consumer -> new Thread(() -> consume(consumer, sale, end), "comparison-consumer"))
                .toList();
        running.forEach(Thread::start);
        for (Thread thread : running) {
            thread.join();
        }
        return row(ONE_BY_ONE, threads, 1, sale, start);
    }

    private void consume(UsualConsumer consumer, Sale sale, long end) {
        TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(pool));
        while (System.nanoTime() - end < 0) {
            MapRecord<String, String, String> message = consumer.readOne().orElse(null);
            if (message == null) {
                return;
            }
            transaction.executeWithoutResult(status -> store(sale, message.getValue()));
            consumer.acknowledge(message);
        }
    }

    private void store(Sale sale, Map<String, String> message) {
        int taken = jdbc.update(
                "UPDATE seckill_sale SET held = held + 1 WHERE sale_id = ? AND held < total",
                sale.id().value());
        if (taken == 1) {
            long now = System.currentTimeMillis();
            jdbc.update(
                    "INSERT INTO seckill_order VALUES (?, ?, ?, 1, 'UNPAID', 1, NULL, ?, ?, 0, NULL, NULL)",
                    UsualConsumer.order(message),
                    sale.id().value(),
                    UsualConsumer.buyer(message),
                    now,
                    now);
        }
    }

    private Row relay(RelayConfig config) throws InterruptedException {
        Gate gate = (Gate) bench.contender(Contenders.GATE);
        bench.redis().empty();
        gate.open(Sale.MAX_TOTAL);
        Sale sale = gate.definition(Sale.MAX_TOTAL);
        bench.fill(gate, LOAD, bench.pace().batchedOrders());
        clear(sale);
        long start = System.nanoTime();
        try (OrderRelay relay = new OrderRelay(gate.outbox(), ledger, gate.gate(), SeckillMetrics.NONE, config)) {
            relay.drain(bench.pace().orderLimit());
            return row(LEDGER, config.workers(), config.batch(), sale, start);
        }
    }

    private void begin(Sale sale) {
        bench.redis().empty();
        clear(sale);
    }

    private void clear(Sale sale) {
        jdbc.execute("TRUNCATE TABLE seckill_order");
        jdbc.execute("TRUNCATE TABLE seckill_sale");
        ledger.open(sale);
    }

    private Row row(String way, int threads, int batch, Sale sale, long start) {
        double seconds = (System.nanoTime() - start) / 1e9;
        Long orders = jdbc.queryForObject("SELECT COUNT(*) FROM seckill_order", Long.class);
        Long held = jdbc.queryForObject(
                "SELECT held FROM seckill_sale WHERE sale_id = ?",
                Long.class,
                sale.id().value());
        if (orders == null || !orders.equals(held)) {
            throw new IllegalStateException("the database has " + orders + " orders, but its stock row says " + held);
        }
        return new Row(way, threads, batch, orders, seconds, orders / seconds);
    }

    /** Returns the row of the usual way with many threads. */
    static Row oneByOne(List<Row> rows) {
        return find(rows, row -> row.way.equals(ONE_BY_ONE) && row.threads == MANY_THREADS);
    }

    /** Returns the row of the ledger under a relay as it comes. */
    static Row asItComes(List<Row> rows) {
        return find(rows, row -> row.way.equals(LEDGER) && row.batch == RelayConfig.DEFAULT.batch());
    }

    private static Row find(List<Row> rows, Predicate<Row> wanted) {
        return rows.stream().filter(wanted).findFirst().orElseThrow();
    }

    static Table table(List<Row> rows) {
        Table table = new Table(
                "Orders (backlog in Redis to rows, one hot stock row)",
                "way",
                "threads",
                "batch",
                "orders",
                "orders/s");
        rows.forEach(row -> table.row(row.way, row.threads, row.batch, row.orders, row.perSecond));
        return table;
    }

    /** Orders made in so many seconds, all counted rounds together. */
    record Row(String way, int threads, int batch, long orders, double seconds, double perSecond) {

        boolean oneByOne() {
            return way.equals(ONE_BY_ONE);
        }

        String label() {
            return threads
                    + (threads == 1 ? " thread" : " threads")
                    + (batch == 1 ? ", one by one" : ", batches of " + batch);
        }

        private Row plus(Row other) {
            long all = orders + other.orders;
            double took = seconds + other.seconds;
            return new Row(way, threads, batch, all, took, all / took);
        }
    }
}
