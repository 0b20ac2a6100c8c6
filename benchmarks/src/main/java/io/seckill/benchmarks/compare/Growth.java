package io.seckill.benchmarks.compare;

import io.seckill.Sale;
import io.seckill.lab.stage.Contender;
import io.seckill.lab.stage.Contenders;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Does a purchase cost more when millions have bought before? Asked in one sale that grows, whose outbox nobody empties.
 *
 * <p>Whenever the buyers of a sale exceed a power of two, Redis moves their hash to one twice as large, bit by bit with every access:
 * just after it, purchases cost more for a while. One and five million lie there, 0.9 and four million just before.
 */
final class Growth {

    private static final Load LOAD = Load.async(2_000);
    private static final int STEP = 500_000;

    private final Bench bench;
    private int bought;

    Growth(Bench bench) {
        this.bench = bench;
    }

    List<Row> run() throws InterruptedException {
        List<Integer> sizes = bench.pace().growth();
        if (sizes.isEmpty()) {
            return List.of();
        }
        Contender gate = bench.contender(Contenders.GATE_ASYNC);
        bench.redis().empty();
        gate.open(Sale.MAX_TOTAL);
        int sample = sizes.get(sizes.size() - 1) / 50;
        List<Row> rows = new ArrayList<>();
        for (int size : sizes) {
            bench.say("growth: " + size + " reservations in one sale");
            while (bought < size) {
                buy(gate, Math.min(STEP, size - bought));
            }
            int before = bought;
            Slice slice = buy(gate, sample);
            rows.add(new Row(
                    before,
                    slice.tally().answered(),
                    slice.perSecond(),
                    slice.redisMicros() / slice.tally().answered()));
        }
        return rows;
    }

    private Slice buy(Contender gate, int count) throws InterruptedException {
        Slice slice = bench.fill(gate, LOAD, bought, count);
        bought += count;
        return slice;
    }

    static Table table(List<Row> rows) {
        Table table = new Table(
                "Growth (gate, 2,000 under way; just after a power of two Redis is moving the buyers to a larger table)",
                "reservations before",
                "purchases",
                "purchases/s",
                "Redis µs");
        rows.forEach(row -> table.row(
                String.format(Locale.ROOT, "%,d", row.reservations), row.purchases, row.perSecond, row.redisMicros));
        return table;
    }

    /** So many purchases with so many reservations in the sale before: how many a second, and what each cost Redis. */
    record Row(int reservations, long purchases, double perSecond, double redisMicros) {}
}
