package io.seckill.engine;

import static io.seckill.engine.RegistrySales.inLedger;

import io.seckill.DeadLetter;
import io.seckill.DeadLetters;
import io.seckill.Operator;
import io.seckill.Order;
import io.seckill.OrderStatus;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SeckillUnavailableException;
import io.seckill.event.Events;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.DeadLetterBox;
import io.seckill.spi.OrderLedger;
import io.seckill.spi.SaleRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@link DeadLetters} over an outbox, a gate and, where orders go to a ledger, the ledger.
 *
 * <p>With a ledger, a letter is refused there first, then its stock goes back, then it is taken out; whoever repeats that after a crash ends
 * it, and a letter that somebody retries meanwhile is refused again. Without one, it is taken out first, so that nobody can deliver what is
 * given back: a crash in between, or a gate that stays away, leaves the stock held, and the latter is logged as an error.
 *
 * @since 0.1
 */
public final class DeadLetterDesk implements DeadLetters {

    private static final Logger log = LoggerFactory.getLogger(DeadLetterDesk.class);
    private static final int PAGE = 500;
    private static final int RELEASES = 5;
    private static final long PAUSE_NANOS = Duration.ofMillis(50).toNanos();

    private final DeadLetterBox box;
    private final AdmissionGate gate;
    private final SaleRegistry sales;
    private final Optional<OrderLedger> ledger;
    private final Events events;

    /** Makes a desk that nobody listens to. */
    public DeadLetterDesk(DeadLetterBox box, AdmissionGate gate, SaleRegistry sales, Optional<OrderLedger> ledger) {
        this(box, gate, sales, ledger, Events.NONE);
    }

    /**
     * Makes a desk.
     *
     * @param box where the letters are
     * @param gate gives stock back
     * @param sales keeps the notes
     * @param ledger empty where orders go elsewhere
     * @param events is told what was refused
     */
    public DeadLetterDesk(
            DeadLetterBox box, AdmissionGate gate, SaleRegistry sales, Optional<OrderLedger> ledger, Events events) {
        this.box = box;
        this.gate = gate;
        this.sales = sales;
        this.ledger = ledger;
        this.events = events;
    }

    @Override
    public List<DeadLetter> list(int limit) {
        return box.page(Optional.empty(), limit);
    }

    @Override
    public Optional<DeadLetter> find(String id) {
        return box.find(id);
    }

    @Override
    public Outcome retry(String id, Operator by) {
        return box.find(id).filter(letter -> putBack(letter, by)).isPresent() ? Outcome.DONE : Outcome.UNKNOWN;
    }

    @Override
    public int retryAll(Operator by) {
        List<DeadLetter> all = new ArrayList<>();
        List<DeadLetter> page = box.page(Optional.empty(), PAGE);
        while (!page.isEmpty()) {
            all.addAll(page);
            page = box.page(Optional.of(page.get(page.size() - 1).id()), PAGE);
        }
        return (int) all.stream().filter(letter -> putBack(letter, by)).count();
    }

    private boolean putBack(DeadLetter letter, Operator by) {
        boolean done = box.putBack(letter.id());
        if (done) {
            note("retry", letter, by);
        }
        return done;
    }

    @Override
    public Outcome refuse(String id, ReleaseReason reason, Operator by) {
        Optional<DeadLetter> found = box.find(id);
        if (found.isEmpty()) {
            return Outcome.UNKNOWN;
        }
        DeadLetter letter = found.get();
        if (letter.reservation().isEmpty()) {
            return box.remove(id) ? Outcome.DONE : Outcome.UNKNOWN;
        }
        Reservation reservation = letter.reservation().get();
        return ledger.isPresent()
                ? refuse(letter, reservation, inLedger(() -> ledger.get().refuse(reservation, reason)), by)
                : removeAndRelease(letter, reservation, reason, by);
    }

    private Outcome refuse(DeadLetter letter, Reservation reservation, Order order, Operator by) {
        boolean its = order.reservation().sale().equals(reservation.sale())
                && order.reservation().buyer().equals(reservation.buyer());
        if (its && order.status() != OrderStatus.REFUSED) {
            if (box.remove(letter.id())) {
                note("drop-stored", letter, by);
            }
            return Outcome.STORED;
        }
        ReleaseReason reason = its ? order.reason().orElseThrow() : ReleaseReason.ORDER_ID_TAKEN;
        release(reservation, reason);
        if (box.remove(letter.id())) {
            note("refuse", letter, by);
            tellRefused(reservation, reason);
        }
        return Outcome.DONE;
    }

    private Outcome removeAndRelease(DeadLetter letter, Reservation reservation, ReleaseReason reason, Operator by) {
        if (!box.remove(letter.id())) {
            return Outcome.UNKNOWN;
        }
        try {
            releasePatiently(reservation, reason);
        } catch (SeckillUnavailableException e) {
            log.error(
                    "Dead letter of order {} of buyer {} in sale {} is refused, but its stock could not be given back: release it by the gate",
                    reservation.order(),
                    reservation.buyer(),
                    reservation.sale(),
                    e);
            throw e;
        }
        note("refuse", letter, by);
        tellRefused(reservation, reason);
        return Outcome.DONE;
    }

    /** Nothing else will give it back: without a ledger nobody knows of it any more. */
    private void releasePatiently(Reservation reservation, ReleaseReason reason) {
        for (int attempt = 1; ; attempt++) {
            try {
                release(reservation, reason);
                return;
            } catch (SeckillUnavailableException e) {
                if (attempt == RELEASES) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE_NANOS << attempt);
            }
        }
    }

    private void tellRefused(Reservation reservation, ReleaseReason reason) {
        events.announce(List.of(reservation.order()));
        events.tell(listener -> listener.refused(reservation, reason));
    }

    private void release(Reservation reservation, ReleaseReason reason) {
        try {
            gate.release(reservation.sale(), List.of(reservation), reason)
                    .toCompletableFuture()
                    .join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof SeckillUnavailableException failure ? failure : e;
        }
    }

    private void note(String what, DeadLetter letter, Operator by) {
        letter.reservation().ifPresent(reservation -> {
            log.debug(
                    "{} {}: dead letter of order {} of buyer {} in sale {}",
                    by.name(),
                    what,
                    reservation.order(),
                    reservation.buyer(),
                    reservation.sale());
            try {
                sales.note(reservation.sale(), what + "-dead-letter " + reservation.order(), by);
            } catch (SeckillUnavailableException e) {
                // decided all the same; a repetition would find no letter and note nothing either
                log.warn("{} {}: order {} could not be noted in the audit", by.name(), what, reservation.order(), e);
            }
        });
    }
}
