package io.seckill.lab.run;

import io.seckill.lab.stage.Answer;
import io.seckill.lab.stage.Contender;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The callers of one process: each takes the next buyer, buys, waits for the answer, until all have been. They wait for {@link #go()}. */
final class Crew {

    private static final String BUYER = "buyer-";

    private final Contender contender;
    private final List<Integer> attempts;
    private final Tally tally = new Tally();
    private final AtomicInteger next = new AtomicInteger();
    private final Thread[] callers;
    private final CountDownLatch go = new CountDownLatch(1);
    private final CountDownLatch busy;
    private volatile long begun;
    private volatile boolean over;
    private volatile boolean cutOff;

    Crew(Contender contender, List<Integer> attempts, int callers) {
        this.contender = contender;
        this.attempts = attempts;
        this.busy = new CountDownLatch(callers);
        this.callers = new Thread[callers];
        for (int i = 0; i < callers; i++) {
            this.callers[i] = new Thread(this::work, "seckill-lab-caller");
            this.callers[i].setDaemon(true);
            this.callers[i].start();
        }
    }

    Tally tally() {
        return tally;
    }

    void go() {
        begun = System.nanoTime();
        go.countDown();
    }

    /** Returns whether all callers have ended, now or within this time. */
    boolean ended(Duration within) throws InterruptedException {
        return busy.await(within.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Lets nobody begin another purchase. */
    void finish() {
        over = true;
        go.countDown();
    }

    /** Ends the purchases that wait for something; they do not count as failed. */
    void cutOff() {
        cutOff = true;
        for (Thread caller : callers) {
            caller.interrupt();
        }
    }

    private void work() {
        try {
            go.await();
            int mine;
            while (!over && (mine = next.getAndIncrement()) < attempts.size()) {
                buy(attempts.get(mine));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            busy.countDown();
        }
    }

    private void buy(int buyer) {
        long before = System.nanoTime();
        Answer answer = answer(buyer);
        long after = System.nanoTime();
        if (answer != Answer.FAILED || !cutOff) {
            tally.record(buyer, answer, after - before, after - begun);
        }
    }

    private Answer answer(int buyer) {
        try {
            return contender.buy(BUYER + buyer);
        } catch (RuntimeException e) {
            if (!cutOff) {
                tally.failed(e);
            }
            return Answer.FAILED;
        }
    }
}
