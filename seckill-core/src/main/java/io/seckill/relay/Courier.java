package io.seckill.relay;

import io.seckill.OrderId;
import io.seckill.Reservation;
import io.seckill.event.Events;
import io.seckill.internal.Trouble;
import io.seckill.relay.RelayStatus.Part;
import io.seckill.spi.Delivery;
import io.seckill.spi.OrderSink;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spi.SeckillMetrics.DeliveryOutcome;
import io.seckill.spi.SinkUnavailableException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the sink and notes its answers. A call that fails is repeated one by one, to tell a poison order from an outage: while nothing
 * works, nothing is counted. Throws nothing.
 */
final class Courier {

    /** What a delivery says about the sink. */
    enum Verdict {
        /** It works, though perhaps not for every order. */
        WORKS,
        /** It failed for all of several orders, and nothing else worked lately. */
        SEEMS_DOWN,
        /** It said that it is out of order. */
        IS_DOWN
    }

    /** So many failures one by one, with no success between them, are enough to call it an outage: each may be a timeout. */
    private static final int PROBES = 16;

    private static final Logger log = LoggerFactory.getLogger(OrderRelay.class);

    private final OrderSink sink;
    private final SeckillMetrics metrics;
    private final Events events;
    private final RelayHealth health;
    private final AtomicLong successes = new AtomicLong();

    Courier(OrderSink sink, SeckillMetrics metrics, Events events, RelayHealth health) {
        this.sink = sink;
        this.metrics = metrics;
        this.events = events;
        this.health = health;
    }

    /**
     * Delivers tasks.
     *
     * @param batch at least one; those left untried at an outage move to the front
     */
    Verdict deliver(List<Task> batch) {
        try {
            call(batch);
            return Verdict.WORKS;
        } catch (SinkUnavailableException e) {
            return down(Verdict.IS_DOWN, e);
        } catch (Throwable e) {
            if (batch.size() > 1) {
                return oneByOne(batch);
            }
            failedAlone(batch.get(0), e);
            return Verdict.WORKS;
        }
    }

    private Verdict oneByOne(List<Task> batch) {
        record Failure(Task task, Throwable error) {}
        List<Failure> failures = new ArrayList<>();
        boolean worked = false;
        for (Task task : batch) {
            try {
                call(List.of(task));
                worked = true;
            } catch (SinkUnavailableException e) {
                return down(Verdict.IS_DOWN, e);
            } catch (Throwable e) {
                failures.add(new Failure(task, e));
            }
            if (!worked && failures.size() == PROBES) {
                break;
            }
        }
        long now = successes.get();
        Verdict verdict = Verdict.WORKS;
        for (Failure failure : failures) {
            if (worked || failure.task.othersWorkedSince(now)) {
                failedAlone(failure.task, failure.error);
            } else {
                failure.task.postponed(now);
                verdict = down(Verdict.SEEMS_DOWN, failure.error);
            }
        }
        if (!worked) {
            Collections.rotate(batch, -failures.size());
        }
        return verdict;
    }

    private void failedAlone(Task task, Throwable error) {
        if (!task.failedHere()) {
            log.warn(
                    "Order {} of buyer {} in sale {} could not be delivered; it is tried again: {}",
                    task.reservation.order(),
                    task.reservation.buyer(),
                    task.reservation.sale(),
                    Trouble.reason(error),
                    Trouble.trace(error, log));
        }
        task.failedAlone(RelayHealth.describe(error));
        metrics.delivered(DeliveryOutcome.RETRY, 1);
    }

    private Verdict down(Verdict verdict, Throwable error) {
        health.failed(Part.SINK, error);
        return verdict;
    }

    private void call(List<Task> tasks) {
        List<Reservation> reservations =
                tasks.stream().map(task -> task.reservation).toList();
        note(tasks, checked(sink.deliver(reservations), tasks.size()));
        successes.incrementAndGet();
        health.worked(Part.SINK);
    }

    /** A broken sink must not make the relay believe that an order is stored. */
    @SuppressWarnings("ConstantValue")
    private static List<Delivery> checked(List<Delivery> answers, int expected) {
        if (answers == null || answers.size() != expected) {
            throw new IllegalStateException("the order sink must give one answer for each of " + expected
                    + " reservations, but gave " + (answers == null ? "null" : Integer.toString(answers.size())));
        }
        for (int i = 0; i < expected; i++) {
            if (answers.get(i) == null) {
                throw new IllegalStateException(
                        "the order sink answered null for reservation " + i + " of " + expected);
            }
        }
        return answers;
    }

    private void note(List<Task> tasks, List<Delivery> answers) {
        List<OrderId> inLedger = new ArrayList<>(tasks.size());
        int stored = 0;
        int already = 0;
        int retry = 0;
        for (int i = 0; i < tasks.size(); i++) {
            Task task = tasks.get(i);
            Delivery answer = answers.get(i);
            if (answer instanceof Delivery.Stored) {
                task.stored();
                stored++;
                inLedger.add(task.reservation.order());
                events.tell(listener -> listener.stored(task.reservation));
                logStored(task.reservation);
            } else if (answer instanceof Delivery.AlreadyStored) {
                task.stored();
                already++;
                inLedger.add(task.reservation.order());
            } else if (answer instanceof Delivery.Refused refused) {
                task.refused(refused.reason());
            } else if (answer instanceof Delivery.Retry again) {
                task.failed(again.why());
                retry++;
            }
        }
        events.announce(inLedger);
        count(DeliveryOutcome.STORED, stored);
        count(DeliveryOutcome.ALREADY_STORED, already);
        count(DeliveryOutcome.RETRY, retry);
    }

    private static void logStored(Reservation stored) {
        if (log.isDebugEnabled()) {
            log.debug("Stored order {} of buyer {} in sale {}", stored.order(), stored.buyer(), stored.sale());
        }
    }

    private void count(DeliveryOutcome outcome, int reservations) {
        if (reservations > 0) {
            metrics.delivered(outcome, reservations);
        }
    }
}
