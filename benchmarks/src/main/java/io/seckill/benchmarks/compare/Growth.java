package io.seckill.benchmarks.compare;

import io.seckill.Sale;
import io.seckill.benchmarks.contender.Contender;
import io.seckill.benchmarks.contender.Contenders;
import java.util.ArrayList;
import java.util.List;

/** Does a purchase cost more when millions have bought before? Asked in one sale that grows, whose outbox nobody empties. */
final class Growth {

    private static final Load LOAD = Load.async(2_000);
    private static final int STEP = 500_000;

    private final Bench bench;
    private long bought;

    Growth(Bench bench) {
        this.bench = bench;
    }

    List<Row> run() throws InterruptedException {
        List<Row> rows = new ArrayList<>();
        if (bench.pace().growth().isEmpty()) {
            return rows;
        }
        Contender gate = bench.contender(Contenders.GATE_ASYNC);
        bench.redis().empty();
        gate.open(Sale.MAX_TOTAL);
        for (int size : bench.pace().growth()) {
            bench.say("growth: " + size + " reservations in one sale");
            while (bought < size) {
                buy(gate, (int) Math.min(STEP, size - bought));
            }
            rows.add(measured(gate));
        }
        return rows;
    }

    private Row measured(Contender gate) throws InterruptedException {
        long before = bought;
        Slice slice = buy(gate, STEP);
        return new Row(
                before, slice.perSecond(), slice.redisMicros() / slice.tally().answered());
    }

    private Slice buy(Contender gate, int count) throws InterruptedException {
        Slice slice = LOAD.run(
                bench.redis(),
                gate,
                Buyers.distinct(bought, count),
                bench.pace().slice().multipliedBy(10));
        bought += count;
        return slice;
    }

    static Table table(List<Row> rows) {
        Table table = new Table("Growth (gate, 2,000 under way)", "reservations before", "purchases/s", "Redis µs");
        rows.forEach(row -> table.row(String.format("%,d", row.reservations), row.perSecond, row.redisMicros));
        return table;
    }

    /** Purchases a second, and what each cost Redis, with so many reservations in the sale before. */
    record Row(long reservations, double perSecond, double redisMicros) {}
}
