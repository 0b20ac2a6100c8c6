package io.seckill.benchmarks.compare;

import io.seckill.Sale;
import io.seckill.jdbc.JdbcOrderLedger;
import io.seckill.lab.stage.Contenders;
import io.seckill.lab.stage.Gate;
import io.seckill.relay.OrderRelay;
import io.seckill.relay.RelayConfig;
import io.seckill.spi.Delivery;
import io.seckill.spi.OrderSink;
import io.seckill.spi.SeckillMetrics;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.time.Duration;
import java.util.List;

/** How fast the relay clears a large backlog of single purchases, each an entry of its own, and what heap that takes. */
final class Backlog {

    private static final Load LOAD = Load.async(2_000);
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int STEP = 250_000;

    private final Bench bench;
    private final JdbcOrderLedger ledger;

    Backlog(Bench bench, JdbcOrderLedger ledger) {
        this.bench = bench;
        this.ledger = ledger;
    }

    List<Row> run() throws InterruptedException {
        if (bench.pace().backlog() == 0) {
            return List.of();
        }
        bench.say("backlog of " + bench.pace().backlog() + " entries");
        return List.of(
                run(
                        "a sink that only answers",
                        wanted -> wanted.stream().map(each -> Delivery.stored()).toList()),
                run("the ledger", ledger));
    }

    private Row run(String to, OrderSink sink) throws InterruptedException {
        Gate gate = (Gate) bench.contender(Contenders.GATE_UNBATCHED);
        bench.redis().empty();
        gate.open(Sale.MAX_TOTAL);
        ledger.open(gate.definition(Sale.MAX_TOTAL));
        int buyers = bench.pace().backlog();
        for (int filled = 0; filled < buyers; filled += STEP) {
            bench.fill(gate, LOAD, filled, Math.min(STEP, buyers - filled));
        }
        long entries = gate.sold();
        System.gc();
        heap().forEach(MemoryPoolMXBean::resetPeakUsage);
        long start = System.nanoTime();
        boolean empty;
        try (OrderRelay relay =
                new OrderRelay(gate.outbox(), sink, gate.gate(), SeckillMetrics.NONE, RelayConfig.DEFAULT)) {
            empty = relay.drain(LIMIT);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        if (!empty) {
            throw new IllegalStateException("a backlog of " + entries + " entries was not gone within " + LIMIT);
        }
        long peak =
                heap().stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
        System.gc();
        long after =
                heap().stream().mapToLong(pool -> pool.getUsage().getUsed()).sum();
        return new Row(
                to,
                entries,
                entries / seconds,
                mebi(peak),
                mebi(after),
                mebi(Runtime.getRuntime().maxMemory()));
    }

    private static List<MemoryPoolMXBean> heap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .toList();
    }

    private static long mebi(long bytes) {
        return bytes >> 20;
    }

    static Table table(List<Row> rows) {
        Table table = new Table(
                "Backlog (relay as it comes, one reservation in each entry; heap in MiB)",
                "to",
                "entries",
                "entries/s",
                "heap peak",
                "heap after",
                "heap at most");
        rows.forEach(row ->
                table.row(row.to, row.entries, row.perSecond, row.heapPeakMiB, row.heapAfterMiB, row.heapMaxMiB));
        return table;
    }

    /**
     * One backlog that went down.
     *
     * @param heapPeakMiB peaks of all heap pools together, with garbage not yet collected
     * @param heapAfterMiB in use after a collection, with what the comparison itself holds
     */
    record Row(String to, long entries, double perSecond, long heapPeakMiB, long heapAfterMiB, long heapMaxMiB) {}
}
