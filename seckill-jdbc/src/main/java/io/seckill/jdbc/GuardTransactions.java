package io.seckill.jdbc;

import io.seckill.SeckillUnavailableException;
import io.seckill.spi.SinkUnavailableException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.NestedRuntimeException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Runs a guard's work apart from any transaction of the caller, and tells of each failure whether anything can have changed. */
final class GuardTransactions {

    /** Deadlocks are told at once, and one of their transactions always goes on. Waiting in vain for a lock takes longer than this. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Transactions transactions;
    private final TransactionTemplate apart;

    GuardTransactions(PlatformTransactionManager manager) {
        transactions = new Transactions(manager);
        apart = new TransactionTemplate(manager);
        // a read in a caller's transaction sees the past, however often it is made
        apart.setPropagationBehavior(TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
    }

    /**
     * Returns what the work returned, after the commit of a transaction of its own. Deadlocks are tried again.
     *
     * @throws SeckillUnavailableException if it failed; the outcome is known unless the commit was on its way
     */
    <T> T write(String what, Supplier<T> work) {
        AtomicBoolean committing = new AtomicBoolean();
        return judged(
                what,
                committing,
                () -> transactions.write(what, () -> {
                    committing.set(false);
                    T result = work.get();
                    committing.set(true);
                    return result;
                }));
    }

    /**
     * Returns what the work read of all that is committed now.
     *
     * @throws SeckillUnavailableException if it failed
     */
    <T> T read(String what, Supplier<T> work) {
        return judged(
                what,
                new AtomicBoolean(),
                () -> transactions.read(what, () -> Objects.requireNonNull(apart.execute(status -> work.get()))));
    }

    private static <T> T judged(String what, AtomicBoolean committing, Supplier<T> call) {
        long start = System.nanoTime();
        while (true) {
            try {
                return call.get();
            } catch (SinkUnavailableException | NestedRuntimeException e) {
                boolean patient = System.nanoTime() - start < PATIENCE.toNanos();
                if (!patient || SqlFailure.of(e) != SqlFailure.CONFLICT) {
                    throw unavailable(what, committing.get(), e);
                }
            }
        }
    }

    private static SeckillUnavailableException unavailable(String what, boolean committing, RuntimeException failure) {
        Throwable cause = failure instanceof SinkUnavailableException ? failure.getCause() : failure;
        String why = NestedExceptionUtils.getMostSpecificCause(failure).getMessage();
        return committing
                ? SeckillUnavailableException.outcomeUnknown(
                        "the database did not say whether it could " + what + ": " + why, cause)
                : SeckillUnavailableException.nothingChanged("the database cannot " + what + " now: " + why, cause);
    }
}
