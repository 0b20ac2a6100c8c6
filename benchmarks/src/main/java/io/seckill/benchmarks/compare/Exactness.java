package io.seckill.benchmarks.compare;

import io.seckill.lab.stage.Answer;
import io.seckill.lab.stage.Contender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A small stock, a crowd, and some who try twice: does anybody sell too much, or to one buyer twice? */
final class Exactness {

    private static final int CALLERS = 200;
    static final int STOCK = 500;
    private static final int ATTEMPTS = 2_000;
    private static final int REPEATED = ATTEMPTS / 20;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private Exactness() {}

    static List<Row> run(Bench bench, List<String> contenders) throws InterruptedException {
        return run(bench, contenders, CALLERS);
    }

    static List<Row> run(Bench bench, List<String> contenders, int callers) throws InterruptedException {
        bench.say("exactness: " + ATTEMPTS + " attempts on a stock of " + STOCK);
        List<Row> rows = new ArrayList<>();
        for (String name : contenders) {
            Contender contender = bench.contender(name);
            if (contender.sells()) {
                rows.add(run(bench, contender, callers));
            }
        }
        return rows;
    }

    private static Row run(Bench bench, Contender contender, int callers) throws InterruptedException {
        bench.redis().empty();
        contender.open(STOCK);
        Map<String, AtomicInteger> bought = new ConcurrentHashMap<>();
        Load.blocking(callers).run(bench.redis(), contender, crowd(), LIMIT, (buyer, answer) -> {
            if (answer == Answer.BOUGHT) {
                bought.computeIfAbsent(buyer, each -> new AtomicInteger()).incrementAndGet();
            }
        });
        int accepted = bought.values().stream().mapToInt(AtomicInteger::get).sum();
        int twice =
                (int) bought.values().stream().filter(count -> count.get() > 1).count();
        return new Row(contender.name(), STOCK, accepted, contender.sold(), Math.max(0, accepted - STOCK), twice);
    }

    private static Buyers crowd() {
        List<String> ids = new ArrayList<>(ATTEMPTS);
        Buyers distinct = Buyers.distinct(ATTEMPTS - REPEATED);
        String buyer;
        while ((buyer = distinct.next()) != null) {
            ids.add(buyer);
        }
        ids.addAll(ids.subList(0, REPEATED));
        Collections.shuffle(ids, new Random(42));
        return new Buyers(ids.toArray(String[]::new));
    }

    static Table table(List<Row> rows) {
        Table table = new Table(
                "Exactness (" + CALLERS + " callers, " + ATTEMPTS + " attempts, " + REPEATED + " buyers try twice)",
                "contender",
                "stock",
                "accepted",
                "in its books",
                "oversold",
                "duplicates");
        rows.forEach(
                row -> table.row(row.contender, row.stock, row.accepted, row.inBooks, row.oversold, row.duplicates));
        return table;
    }

    /**
     * What became of one contender.
     *
     * @param accepted purchases that were told they have an item
     * @param inBooks items sold according to the contender's own count
     * @param oversold accepted beyond the stock
     * @param duplicates buyers who were accepted more than once
     */
    record Row(String contender, int stock, int accepted, long inBooks, int oversold, int duplicates) {}
}
