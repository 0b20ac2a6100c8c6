package io.seckill.jdbc;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.SeckillUnavailableException;
import io.seckill.spi.OnePerUserGuard;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Remembers each buyer's holdings in MySQL or MariaDB, in the table {@code seckill_mark} of {@code
 * db/seckill/mysql/V2__seckill_guards.sql}. Its unique index over the slots 1 to the limit holds the limit, whatever happens here.
 *
 * <p>Reads what the buyer holds, then inserts into slots that were free. If another call of the same buyer took one of them in between,
 * it is all done again, {@value #ATTEMPTS} times at most; then it fails with {@link SeckillUnavailableException}, nothing changed.
 *
 * <p>Each change is a transaction of its own, committed before the call returns, even inside one of the caller's. If a call fails with
 * an unknown outcome, asking for the buyer's holdings settles it. Thread-safe.
 *
 * @since 0.1
 */
public final class JdbcOnePerUserGuard implements OnePerUserGuard {

    private static final int ATTEMPTS = 100;

    private final MarkTable marks;
    private final GuardTransactions transactions;

    /** Makes a guard with transactions of its own on this data source. */
    public JdbcOnePerUserGuard(DataSource dataSource) {
        this(dataSource, new JdbcTransactionManager(dataSource));
    }

    /**
     * Makes a guard for a host with a transaction manager of its own.
     *
     * @param dataSource where the table is
     * @param manager the manager that the host uses for this data source
     */
    public JdbcOnePerUserGuard(DataSource dataSource, PlatformTransactionManager manager) {
        this.marks = new MarkTable(new JdbcTemplate(dataSource));
        this.transactions = new GuardTransactions(manager);
    }

    @Override
    public Mark tryMark(Reservation wanted, int limit) {
        String what = "mark order " + wanted.order();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            BuyerMarks held = transactions.read(what, () -> marks.of(wanted.sale(), wanted.buyer()));
            Optional<Mark> objection = held.objection(wanted, limit);
            if (objection.isPresent()) {
                return objection.get();
            }
            if (transactions.write(what, () -> marks.insert(wanted, held.free(wanted.quantity())))) {
                return new Mark.Marked();
            }
        }
        throw SeckillUnavailableException.nothingChanged(
                "cannot " + what + ": other calls of buyer " + wanted.buyer() + " were faster " + ATTEMPTS
                        + " times; try again",
                null);
    }

    @Override
    public Optional<Reservation> unmark(Reservation reservation, ReleaseReason reason) {
        return transactions.write("release order " + reservation.order(), () -> {
            if (marks.release(reservation, reason) == 0) {
                return Optional.empty();
            }
            return marks.of(reservation.sale(), reservation.buyer()).holdings().stream()
                    .map(Holding::reservation)
                    .filter(held -> held.order().equals(reservation.order()))
                    .findFirst();
        });
    }

    @Override
    public void undo(Reservation reservation) {
        transactions.write("undo the mark of order " + reservation.order(), () -> marks.delete(reservation));
    }

    @Override
    public List<Holding> holdings(SaleId sale, BuyerId buyer) {
        return transactions.read(
                "read what buyer " + buyer + " holds",
                () -> marks.of(sale, buyer).holdings());
    }
}
