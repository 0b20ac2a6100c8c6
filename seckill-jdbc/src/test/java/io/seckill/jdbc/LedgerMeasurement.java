package io.seckill.jdbc;

import io.seckill.BuyerId;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.test.contract.Samples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Prints how many orders a second reach the database: batches of the ledger against one transaction per order, all on one hot stock row.
 * No test: run its main method with the test class path of this module.
 */
final class LedgerMeasurement {

    private static final Duration RUN = Duration.ofSeconds(5);

    private final Fixture fixture;

    private LedgerMeasurement(Fixture fixture) {
        this.fixture = fixture;
    }

    public static void main(String[] arguments) throws InterruptedException {
        try (Fixture fixture = Fixture.fresh()) {
            LedgerMeasurement measurement = new LedgerMeasurement(fixture);
            // the first round warms up the JVM and the server
            for (String round : List.of("warm-up", "measured")) {
                long single = measurement.run(8, 1, measurement::oneTransaction);
                System.out.printf("%s: one transaction per order, 8 threads: %,d orders/s%n", round, single);
                for (int batch : List.of(64, 256)) {
                    for (int threads : List.of(1, 2, 4)) {
                        long rate = measurement.run(threads, batch, fixture.ledger::deliver);
                        System.out.printf(
                                "%s: batches of %d, %d threads: %,d orders/s, %.1fx%n",
                                round, batch, threads, rate, (double) rate / single);
                    }
                }
            }
        }
    }

    /** The usual way: the conditional update of the stock, and the order. */
    private void oneTransaction(List<Reservation> one) {
        Reservation reservation = one.get(0);
        new TransactionTemplate(new JdbcTransactionManager(fixture.pool)).executeWithoutResult(status -> {
            int taken = fixture.jdbc.update(
                    "UPDATE seckill_sale SET held = held + 1 WHERE sale_id = ? AND held < total",
                    reservation.sale().value());
            if (taken == 1) {
                fixture.jdbc.update(
                        "INSERT INTO seckill_order VALUES (?, ?, ?, 1, 'UNPAID', 1, NULL, ?, ?, 0, NULL, NULL)",
                        reservation.order().value(),
                        reservation.sale().value(),
                        reservation.buyer().value(),
                        System.currentTimeMillis(),
                        System.currentTimeMillis());
            }
        });
    }

    private long run(int threads, int batch, Consumer<List<Reservation>> delivery) throws InterruptedException {
        Sale sale = fixture.open(Sale.MAX_TOTAL, 1);
        AtomicInteger buyers = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(threads);
        long start = System.nanoTime();
        for (int i = 0; i < threads; i++) {
            new Thread(() -> {
                        while (System.nanoTime() - start < RUN.toNanos()) {
                            delivery.accept(batch(sale, buyers, batch));
                        }
                        done.countDown();
                    })
                    .start();
        }
        done.await();
        double seconds = (System.nanoTime() - start) / 1e9;
        return Math.round(fixture.held(sale) / seconds);
    }

    private static List<Reservation> batch(Sale sale, AtomicInteger buyers, int size) {
        List<Reservation> batch = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            batch.add(Samples.one(sale.id(), new BuyerId("buyer-" + buyers.incrementAndGet())));
        }
        return batch;
    }
}
