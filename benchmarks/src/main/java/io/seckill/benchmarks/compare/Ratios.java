package io.seckill.benchmarks.compare;

import io.seckill.lab.stage.Contenders;
import java.util.List;
import java.util.Locale;

/**
 * What the comparison comes down to. Its text is read by machines: names and order stay.
 *
 * @param blocking200 purchases a second with 200 waiting callers, gate to usual pattern
 * @param async purchases a second, gate with callers that do not wait to usual pattern with 200 that do
 * @param redisMicrosPerPurchase processor time of Redis for each purchase of the gate, with callers that do not wait
 * @param soldOutPerSecond answers from the node's memory, with as many threads as gave the most
 * @param singleCallerP50 median of a single caller, gate to a bare EVALSHA that does the same: what engine, gate and driver add
 * @param ordersPerSecond relay and ledger as they come to one transaction per order with 8 threads
 * @param bytesPerReservation bytes of Redis that a reservation of the gate keeps after its order was made
 */
record Ratios(
        double blocking200,
        double async,
        double redisMicrosPerPurchase,
        long soldOutPerSecond,
        double singleCallerP50,
        double ordersPerSecond,
        long bytesPerReservation) {

    static Ratios of(
            List<Purchases.Row> purchases,
            List<SoldOut.Row> soldOut,
            List<Orders.Row> orders,
            List<Memory.Row> memory) {
        int most = purchases.stream()
                .filter(Purchases.Row::waiting)
                .mapToInt(Purchases.Row::callers)
                .max()
                .orElseThrow();
        Purchases.Row usual = purchase(purchases, Contenders.USUAL, most);
        Purchases.Row async = purchases.stream()
                .filter(row -> row.contender().equals(Contenders.GATE_ASYNC))
                .findFirst()
                .orElseThrow();
        return new Ratios(
                purchase(purchases, Contenders.GATE, most).perSecond() / usual.perSecond(),
                async.perSecond() / usual.perSecond(),
                async.redisMicros(),
                Math.round(soldOut.stream()
                        .mapToDouble(SoldOut.Row::perSecond)
                        .max()
                        .orElseThrow()),
                purchase(purchases, Contenders.GATE, 1).p50Micros()
                        / purchase(purchases, Contenders.BARE_PURCHASE, 1).p50Micros(),
                Orders.asItComes(orders).perSecond() / Orders.oneByOne(orders).perSecond(),
                Math.round(Memory.of(memory, Memory.GATE).bytesAfter()));
    }

    private static Purchases.Row purchase(List<Purchases.Row> rows, String contender, int callers) {
        return rows.stream()
                .filter(row -> row.contender().equals(contender) && row.callers() == callers)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(contender + " was not run with " + callers + " callers"));
    }

    /** Returns the line. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "ratios: blocking200=%.2f async=%.2f redisMicrosPerPurchase=%.2f soldOutPerSecond=%d"
                        + " singleCallerP50=%.2f ordersPerSecond=%.2f bytesPerReservation=%d",
                blocking200,
                async,
                redisMicrosPerPurchase,
                soldOutPerSecond,
                singleCallerP50,
                ordersPerSecond,
                bytesPerReservation);
    }
}
