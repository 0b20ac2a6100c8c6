package io.seckill.jdbc;

import io.seckill.spi.SinkUnavailableException;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Runs work in a transaction of its own, again after a conflict, and tells an outage from a fault of the data. */
final class Transactions {

    private static final int ATTEMPTS = 3;
    private static final String OURS = Transactions.class.getName();

    private final TransactionTemplate template;
    private final TransactionTemplate readCommitted;
    private final TransactionTemplate outside;

    Transactions(PlatformTransactionManager manager) {
        template = own(manager);
        readCommitted = own(manager);
        readCommitted.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        outside = new TransactionTemplate(manager);
        outside.setPropagationBehavior(TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
    }

    private static TransactionTemplate own(PlatformTransactionManager manager) {
        TransactionTemplate template = new TransactionTemplate(manager);
        // a caller's rollback must not take back what was answered as stored
        template.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        template.setName(OURS);
        return template;
    }

    /**
     * Returns what the work returned, after its commit.
     *
     * @throws SinkUnavailableException if the database is out of order, or conflicts did not end
     */
    <T> T write(String what, Supplier<T> work) {
        return judged(what, () -> Objects.requireNonNull(template.execute(status -> work.get())));
    }

    /**
     * Returns what the work returned, after its commit. The work sees at every statement what is committed by then, and it locks the rows
     * it finds and no gaps between them: so it is in no insert's way.
     *
     * @throws SinkUnavailableException if the database is out of order, or conflicts did not end
     */
    <T> T change(String what, Supplier<T> work) {
        return judged(what, () -> Objects.requireNonNull(readCommitted.execute(status -> work.get())));
    }

    /**
     * Returns what the work returned, after its commit; if that is false, after everything was undone.
     *
     * @throws SinkUnavailableException if the database is out of order, or conflicts did not end
     */
    boolean writeOrUndo(String what, BooleanSupplier work) {
        return judged(
                what,
                () -> Objects.requireNonNull(template.execute(status -> {
                    boolean done = work.getAsBoolean();
                    if (!done) {
                        status.setRollbackOnly();
                    }
                    return done;
                })));
    }

    /** Returns what the work returned. It reads what is committed by then, also where the caller's own transaction sees an older state. */
    <T> T read(String what, Supplier<T> work) {
        boolean callers = TransactionSynchronizationManager.isActualTransactionActive()
                && !OURS.equals(TransactionSynchronizationManager.getCurrentTransactionName());
        return judged(what, callers ? () -> Objects.requireNonNull(outside.execute(status -> work.get())) : work);
    }

    private static <T> T judged(String what, Supplier<T> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return work.get();
            } catch (RuntimeException e) {
                SqlFailure failure = SqlFailure.of(e);
                if (failure == SqlFailure.FAULT) {
                    throw e;
                }
                if (failure == SqlFailure.OUTAGE || attempt == ATTEMPTS) {
                    // Spring's own message has the statement, the server's has what is wrong with it
                    String why = NestedExceptionUtils.getMostSpecificCause(e).getMessage();
                    throw new SinkUnavailableException("the database cannot " + what + " now: " + why, e);
                }
            }
        }
    }
}
