package io.seckill.benchmarks.compare;

import io.seckill.BuyerId;
import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.Sale;
import io.seckill.engine.SeckillEngine;
import io.seckill.lab.stage.Answer;
import io.seckill.lab.stage.Contenders;
import io.seckill.lab.stage.Gate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Purchases of a sale that has nothing left, with requests made before. The node answers from memory, and asks Redis again about once a
 * second.
 */
final class SoldOut {

    private static final int REQUESTS = 1_024;

    private final Bench bench;
    private final SeckillEngine engine;
    private final PurchaseRequest[] requests;

    SoldOut(Bench bench) {
        this.bench = bench;
        Gate gate = (Gate) bench.contender(Contenders.GATE);
        bench.redis().empty();
        gate.open(1);
        if (gate.buy("first") != Answer.BOUGHT || gate.buy("second") != Answer.SOLD_OUT) {
            throw new IllegalStateException("a sale of one item should be sold out now");
        }
        Sale sale = gate.definition(1);
        engine = gate.engine();
        requests = IntStream.range(0, REQUESTS)
                .mapToObj(i -> PurchaseRequest.of(sale.id(), new BuyerId("buyer-" + i)))
                .toArray(PurchaseRequest[]::new);
    }

    List<Row> run() throws InterruptedException {
        int cores = Runtime.getRuntime().availableProcessors();
        bench.say("sold out: 1 thread and " + cores);
        for (int warmUp = 0; warmUp < 3; warmUp++) {
            run(cores);
        }
        return List.of(run(1), run(cores));
    }

    private Row run(int threads) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            long end = System.nanoTime() + bench.pace().slice().toNanos();
            long start = System.nanoTime();
            List<Future<Count>> counts = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                counts.add(pool.submit(() -> answersUntil(end)));
            }
            Count all = new Count(0, 0);
            for (Future<Count> count : counts) {
                all = all.plus(count.get());
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            return new Row(threads, all.answers / seconds, (double) all.cpuNanos / all.answers);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a caller of the sold-out sale broke down", e.getCause());
        } finally {
            pool.shutdown();
        }
    }

    private Count answersUntil(long end) {
        long cpuBefore = JvmMeter.cpuNanosOfThisThread();
        long answers = 0;
        while (System.nanoTime() - end < 0) {
            for (PurchaseRequest request : requests) {
                if (!(engine.buy(request) instanceof Rejected rejected) || rejected.reason() != Reason.SOLD_OUT) {
                    throw new IllegalStateException("the sale should be sold out");
                }
                answers++;
            }
        }
        return new Count(answers, JvmMeter.cpuNanosOfThisThread() - cpuBefore);
    }

    static Table table(List<Row> rows) {
        Table table = new Table(
                "Sold out (answers from the node's memory; ns: processor time)", "threads", "answers/s", "ns each");
        rows.forEach(row -> table.row(Integer.toString(row.threads), row.perSecond, row.cpuNanos));
        return table;
    }

    private record Count(long answers, long cpuNanos) {

        Count plus(Count other) {
            return new Count(answers + other.answers, cpuNanos + other.cpuNanos);
        }
    }

    /**
     * Answers of so many threads.
     *
     * @param cpuNanos processor time for each answer, which a busy machine does not change
     */
    record Row(int threads, double perSecond, double cpuNanos) {}
}
