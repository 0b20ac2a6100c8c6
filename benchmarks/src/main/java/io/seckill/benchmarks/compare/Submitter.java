package io.seckill.benchmarks.compare;

import io.seckill.lab.stage.Contender;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Buys without waiting, with a bounded number of purchases under way. Permits go and come back by the {@value #STEP}, or else the thread
 * that brings the answers would spend its time on waking this one.
 */
final class Submitter extends Driving {

    private static final int STEP = 100;

    private final Semaphore permits;
    private final int allPermits;
    private final AtomicLong answered = new AtomicLong();
    private final Tally tally = Tally.shared();

    Submitter(Contender contender, Buyers buyers, long limitNanos, int outstanding) {
        super(contender, buyers, limitNanos);
        allPermits = Math.max(STEP, outstanding / STEP * STEP);
        permits = new Semaphore(allPermits);
    }

    @Override
    void drive() throws InterruptedException {
        long began = System.nanoTime();
        do {
            permits.acquire(STEP);
        } while (submitStep() == STEP && System.nanoTime() - began < limitNanos);
        if (!permits.tryAcquire(allPermits, 30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("answers are missing");
        }
    }

    private int submitStep() {
        for (int i = 0; i < STEP; i++) {
            String buyer = buyers.next();
            if (buyer == null) {
                giveBack(STEP - i);
                return i;
            }
            long asked = System.nanoTime();
            contender.submit(buyer, answer -> {
                tally.record(answer, System.nanoTime() - asked);
                giveBack(1);
            });
        }
        return STEP;
    }

    private void giveBack(int count) {
        long before = answered.getAndAdd(count);
        if (before / STEP != (before + count) / STEP) {
            permits.release(STEP);
        }
    }

    @Override
    Tally tally() {
        return tally;
    }
}
