package io.seckill.sample.crowd;

import io.seckill.SaleId;
import io.seckill.sample.crowd.CrowdView.State;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A crowd from its first click to the verdict. Thread-safe. */
final class Crowd {

    private static final Logger log = LoggerFactory.getLogger(Crowd.class);

    private final CrowdRun run;
    private final Books books;
    private final SaleId sale;
    private final long orderedBefore;
    private volatile @Nullable Verdict verdict;
    private volatile @Nullable String trouble;

    Crowd(CrowdRun run, Books books, SaleId sale) {
        this.run = run;
        this.books = books;
        this.sale = sale;
        this.orderedBefore = books.ordered(sale);
    }

    CrowdRun run() {
        return run;
    }

    /** Looks whether everything is in the database, and if so, says how it is. Returns whether there is nothing more to wait for. */
    boolean judge() {
        try {
            if (!books.drained(sale)) {
                return false;
            }
            verdict = new Verdict(books.ordered(sale) - orderedBefore, books.oversold(sale), seconds(run.age()));
            return true;
        } catch (RuntimeException e) {
            log.debug("The books of sale {} cannot be read; perhaps the next time", sale, e);
            return false;
        }
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1_000.0;
    }

    void giveUp(String why) {
        trouble = why;
    }

    boolean isOver() {
        return verdict != null || trouble != null;
    }

    CrowdView view() {
        Tally tally = run.tally();
        double[] within = tally.within(0.5, 0.99);
        double seconds = seconds(run.took());
        int answered = tally.answered();
        return new CrowdView(
                state(),
                sale.value(),
                run.wish().buyers(),
                run.wish().concurrency(),
                run.came(),
                tally.accepted(),
                tally.rejected(),
                tally.errors(),
                within[0],
                within[1],
                seconds,
                seconds > 0 ? Math.round(answered / seconds) : 0,
                verdict,
                trouble);
    }

    private State state() {
        if (!run.isOver()) {
            return State.RUNNING;
        }
        if (!isOver()) {
            return State.DRAINING;
        }
        return run.came() < run.wish().buyers() ? State.STOPPED : State.DONE;
    }
}
