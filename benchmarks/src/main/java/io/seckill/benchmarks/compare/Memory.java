package io.seckill.benchmarks.compare;

import io.seckill.Sale;
import io.seckill.lab.stage.Contender;
import io.seckill.lab.stage.Contenders;
import io.seckill.lab.stage.Gate;
import io.seckill.lab.stage.UsualPattern;
import io.seckill.relay.OrderRelay;
import io.seckill.relay.RelayConfig;
import io.seckill.spi.Delivery;
import io.seckill.spi.SeckillMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes of Redis for each reservation: while its order waits, and after it was made. Buyer ids have ten digits, order ids eighteen,
 * either way.
 */
final class Memory {

    static final String GATE = "gate";
    static final String USUAL = "usual";

    private static final Load LOAD = Load.blocking(200);
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final Bench bench;
    private final int reservations;

    Memory(Bench bench) {
        this.bench = bench;
        this.reservations = bench.pace().memoryReservations();
    }

    List<Row> run() throws InterruptedException {
        bench.say("memory of " + reservations + " reservations");
        List<Row> rows = new ArrayList<>(usual());
        rows.add(gate());
        return rows;
    }

    /** The tutorials acknowledge what they have read and leave it in the stream. */
    private List<Row> usual() throws InterruptedException {
        UsualPattern usual = (UsualPattern) bench.contender(Contenders.USUAL);
        long empty = open(usual);
        double waiting = fill(usual, empty);
        UsualConsumer consumer = UsualConsumer.first(usual.redis());
        List<String> read = consumer.readAndAcknowledgeAll();
        double acknowledged = each(usual, empty);
        consumer.delete(read);
        return List.of(
                new Row(USUAL, waiting, acknowledged),
                new Row("usual, if it deleted too", waiting, each(usual, empty)));
    }

    private Row gate() throws InterruptedException {
        Gate gate = (Gate) bench.contender(Contenders.GATE);
        long empty = open(gate);
        double waiting = fill(gate, empty);
        try (OrderRelay relay = new OrderRelay(
                gate.outbox(),
                delivered -> delivered.stream().map(each -> Delivery.stored()).toList(),
                gate.gate(),
                SeckillMetrics.NONE,
                RelayConfig.DEFAULT)) {
            if (!relay.drain(LIMIT)) {
                throw new IllegalStateException("the relay did not drain the outbox within " + LIMIT);
            }
        }
        return new Row(GATE, waiting, each(gate, empty));
    }

    private long open(Contender contender) {
        bench.redis().empty();
        contender.open(Sale.MAX_TOTAL);
        return bench.redis().memory();
    }

    private double fill(Contender contender, long empty) throws InterruptedException {
        bench.fill(contender, LOAD, reservations);
        return each(contender, empty);
    }

    private double each(Contender contender, long empty) {
        return (double) (bench.redis().memory() - empty) / contender.sold();
    }

    static Row of(List<Row> rows, String way) {
        return rows.stream().filter(row -> row.way.equals(way)).findFirst().orElseThrow();
    }

    static Table table(List<Row> rows) {
        Table table = new Table("Redis bytes for each reservation", "way", "before delivery", "after delivery");
        rows.forEach(row -> table.row(row.way, row.bytesBefore, row.bytesAfter));
        return table;
    }

    /** Bytes for each reservation, before its order is made and after. */
    record Row(String way, double bytesBefore, double bytesAfter) {}
}
