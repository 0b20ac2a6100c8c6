package io.seckill.jdbc;

import io.seckill.LatePayment;
import io.seckill.Opening;
import io.seckill.Order;
import io.seckill.OrderChange;
import io.seckill.OrderId;
import io.seckill.PaymentId;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.spi.Delivery;
import io.seckill.spi.Figures;
import io.seckill.spi.LedgerBooks;
import io.seckill.spi.LedgerSale;
import io.seckill.spi.OrderLedger;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Keeps orders in MySQL or MariaDB, in the tables of {@code db/seckill/mysql/V1__seckill.sql}. Never beyond a sale's total or a buyer's
 * limit, whatever the gate accepted before.
 *
 * <p>The reservations of one sale are stored in one transaction, however many they are. Where a buyer may hold one item, it inserts all
 * of them and then counts them in the sale's row. If an index or the count objects, or where the limit is higher, it is another one: it
 * locks the sale's row, sorts out what is stored or refused, inserts the rest and counts it. Either is a transaction of its own even
 * inside one of the caller's. Deadlocks and lock timeouts are tried again a few times.
 *
 * <p>A payment changes the order's row alone, a cancellation first that row and then the sale's. They run at READ COMMITTED whatever the
 * data source is set to, because there they lock no gap into which a delivery would insert. So a server that writes a binary log must not write
 * it as statements.
 *
 * <p>Safe at REPEATABLE READ, the servers' default, and at READ COMMITTED. At REPEATABLE READ a transaction sees the database as it was
 * at its first plain read, not at its begin. Locking the sale's row is the first statement of the one that reads, and is no plain read: it always returns the
 * newest row; so the plain reads after it see everything that was committed by whoever had the lock before. The same order keeps
 * MariaDB's {@code innodb_snapshot_isolation} from complaining: while there is no snapshot, no row can have changed since.
 *
 * <p>Thread-safe. How long a call may hang on a dead network is up to the driver: set a socket timeout in its URL.
 *
 * @since 0.1
 */
public final class JdbcOrderLedger implements OrderLedger, LedgerBooks {

    private final SaleTable sales;
    private final OrderTable orders;
    private final Transactions transactions;
    private final Deliveries deliveries;
    private final OrderChanges changes;
    private final Books books;

    /** Makes a ledger with transactions of its own on this data source, stamping orders by the system's clock. */
    public JdbcOrderLedger(DataSource dataSource) {
        this(dataSource, new JdbcTransactionManager(dataSource), Clock.systemUTC());
    }

    /**
     * Makes a ledger for a host with a transaction manager of its own.
     *
     * @param dataSource where the tables are
     * @param manager the manager that the host uses for this data source, for instance that of JPA; it must be able to set an isolation level
     * @param clock stamps the orders, and tells when a deadline is past
     */
    public JdbcOrderLedger(DataSource dataSource, PlatformTransactionManager manager, Clock clock) {
        JdbcTemplate jdbc = new JdbcTemplate(dataSource);
        // the tables keep milliseconds
        Supplier<Instant> now = () -> clock.instant().truncatedTo(ChronoUnit.MILLIS);
        this.sales = new SaleTable(jdbc);
        this.orders = new OrderTable(jdbc);
        this.transactions = new Transactions(manager);
        this.deliveries = new Deliveries(sales, orders, transactions, now);
        this.changes = new OrderChanges(sales, orders, new LatePaymentTable(jdbc), transactions, now);
        this.books = new Books(sales, orders, transactions, now);
    }

    @Override
    public Opening open(Sale sale) {
        try {
            return openOnce(sale);
        } catch (DuplicateKeyException e) {
            // another node was faster; now its row is there to be seen
            return openOnce(sale);
        }
    }

    @Override
    public boolean changeTotal(SaleId sale, long from, long to) {
        Sale.checkTotal(sale, to);
        return transactions.write(
                "change the total of sale " + sale,
                () -> sales.lock(sale)
                        .filter(row -> row.sale().total() == from || row.sale().total() == to)
                        .filter(row -> row.held() <= to)
                        .map(row -> {
                            sales.setTotal(sale, to);
                            return true;
                        })
                        .orElse(false));
    }

    @Override
    public boolean extend(SaleId sale, Instant closes) {
        return transactions.write(
                "extend sale " + sale,
                () -> sales.lock(sale)
                        .map(row -> {
                            if (row.sale().closes().isBefore(closes)) {
                                sales.setCloses(
                                        sale, row.sale().withCloses(closes).closes());
                            }
                            return true;
                        })
                        .orElse(false));
    }

    @Override
    public Optional<Order> find(OrderId order) {
        return transactions.read(
                "find order " + order,
                () -> orders.find(List.of(order)).stream().map(OrderRow::order).findFirst());
    }

    @Override
    public List<Order> find(Collection<OrderId> wanted) {
        return transactions.read(
                "find " + wanted.size() + " orders",
                () -> orders.find(wanted).stream().map(OrderRow::order).toList());
    }

    @Override
    public List<Delivery> deliver(List<Reservation> reservations) {
        return deliveries.deliver(reservations);
    }

    @Override
    public OrderChange pay(OrderId order, PaymentId payment) {
        return changes.pay(order, payment);
    }

    @Override
    public OrderChange cancel(OrderId order, ReleaseReason reason) {
        return changes.cancel(order, reason);
    }

    @Override
    public List<Order> expire(int limit) {
        return changes.expire(checked(limit));
    }

    @Override
    public Order refuse(Reservation reservation, ReleaseReason reason) {
        return changes.refuse(reservation, reason);
    }

    @Override
    public List<Order> claimUntold(int limit, Duration claim) {
        return changes.claimUntold(checked(limit), claim);
    }

    @Override
    public void told(Collection<OrderId> told) {
        changes.told(told);
    }

    @Override
    public List<LatePayment> latePayments(int limit, Duration claim) {
        return changes.latePayments(checked(limit), claim);
    }

    @Override
    public boolean refunded(OrderId order, PaymentId payment) {
        return changes.refunded(order, payment);
    }

    @Override
    public Optional<LedgerSale> sale(SaleId sale) {
        return books.sale(sale);
    }

    @Override
    public List<Order> orders(SaleId sale, Optional<OrderId> after, int limit) {
        return books.orders(sale, after, checked(limit));
    }

    @Override
    public Figures figures(SaleId sale) {
        return books.figures(sale);
    }

    @Override
    public Set<OrderId> untold(Collection<OrderId> asked) {
        return books.untold(asked);
    }

    @Override
    public <T> Optional<T> inNewEpoch(SaleId sale, Function<LedgerSale, T> work) {
        return books.inNewEpoch(sale, work);
    }

    @Override
    public Optional<Held> correctHeld(SaleId sale) {
        return books.correctHeld(sale);
    }

    @Override
    public Optional<LedgerSale> settle(SaleId sale, Figures figures) {
        return books.settle(sale, figures);
    }

    private static int checked(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1, but was " + limit);
        }
        return limit;
    }

    private Opening openOnce(Sale sale) {
        return transactions.write(
                "open sale " + sale.id(),
                () -> sales.find(sale.id())
                        .<Opening>map(row -> row.isDefinedAs(sale)
                                ? new Opening.Unchanged()
                                : new Opening.Different(sale, row.sale()))
                        .orElseGet(() -> {
                            sales.insert(sale);
                            return new Opening.Created();
                        }));
    }
}
