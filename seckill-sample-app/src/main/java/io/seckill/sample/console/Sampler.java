package io.seckill.sample.console;

import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.Sales;
import io.seckill.SeckillUnavailableException;
import io.seckill.spi.Outbox;
import io.seckill.spi.Outbox.Backlog;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes samples: two questions to Redis each, and this node's counters. While Redis gives no answer, the counters alone. */
final class Sampler {

    private static final Logger log = LoggerFactory.getLogger(Sampler.class);
    private static final double MILLIS = 1_000;
    private static final Comparator<SaleStatus> MOST_WANTED_FIRST = Comparator.comparing(Sampler::over)
            .thenComparing(status -> status.sale().opens(), Comparator.reverseOrder());

    private final Sales sales;
    private final Outbox outbox;
    private final Rates rates;
    private final Drifts drifts;
    private final Clock clock;
    private final int most;
    private volatile List<SaleStatus> all = List.of();

    /** Makes a sampler that shows so many sales at most: those that may still sell come first, then those that opened last. */
    Sampler(Sales sales, Outbox outbox, Rates rates, Drifts drifts, Clock clock, int most) {
        this.sales = sales;
        this.outbox = outbox;
        this.rates = rates;
        this.drifts = drifts;
        this.clock = clock;
        this.most = most;
    }

    private static boolean over(SaleStatus status) {
        return status.state().isOver()
                || !status.serverTime().isBefore(status.sale().closes());
    }

    Sample take() {
        Map<SaleId, Sample.Stock> stocks = Map.of();
        Map<Figure, Double> backlog = Map.of();
        try {
            all = sales.list().stream().sorted(MOST_WANTED_FIRST).toList();
            stocks = shown().collect(Collectors.toMap(status -> status.sale().id(), Sample.Stock::of));
            backlog = figures(outbox.backlog());
        } catch (SeckillUnavailableException e) {
            log.debug("This second has a gap", e); // the library warns once
        }
        Instant now = clock.instant();
        Map<Figure, Double> figures = rates.look(now);
        figures.putAll(backlog);
        drifts.all().ifPresent(differences -> figures.put(Figure.DRIFT, (double) differences));
        return new Sample(now, figures, stocks);
    }

    private static Map<Figure, Double> figures(Backlog backlog) {
        return Map.of(
                Figure.OUTBOX, (double) backlog.parcels(),
                Figure.PENDING, (double) backlog.taken(),
                Figure.LAG, backlog.oldest().toMillis() / MILLIS,
                Figure.DEAD, (double) backlog.dead());
    }

    /** Returns the sales as they were seen last, the most interesting first; this one is among them whatever became of it. */
    List<SaleStatus> shown(Optional<SaleId> chosen) {
        return Stream.concat(
                        all.stream().limit(most),
                        all.stream()
                                .skip(most)
                                .filter(status ->
                                        chosen.equals(Optional.of(status.sale().id()))))
                .toList();
    }

    private Stream<SaleStatus> shown() {
        return all.stream().limit(most);
    }

    /** Compares gate and ledger in those sales shown that are not settled. */
    void compare() {
        try {
            drifts.look(shown().filter(status -> status.state() != SaleState.SETTLED)
                    .map(status -> status.sale().id())
                    .toList());
        } catch (RuntimeException e) { // Redis or the database is away, or ends with the shop
            log.debug("Gate and ledger are compared again later", e);
        }
    }
}
