package io.seckill.jdbc;

import io.seckill.Opening;
import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.spi.Delivery;
import io.seckill.spi.LedgerSale;
import io.seckill.spi.OrderLedger;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
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
 * inside one of the caller's. Deadlocks and lock timeouts are tried again a few times; a host that changes orders
 * itself may be the other victim, and tries again too.
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
public final class JdbcOrderLedger implements OrderLedger {

    private final SaleTable sales;
    private final OrderTable orders;
    private final Transactions transactions;
    private final Clock clock;

    /** Makes a ledger with transactions of its own on this data source, stamping orders by the system's clock. */
    public JdbcOrderLedger(DataSource dataSource) {
        this(dataSource, new JdbcTransactionManager(dataSource), Clock.systemUTC());
    }

    /**
     * Makes a ledger for a host with a transaction manager of its own.
     *
     * @param dataSource where the tables are
     * @param manager the manager that the host uses for this data source, for instance that of JPA
     * @param clock stamps the orders
     */
    public JdbcOrderLedger(DataSource dataSource, PlatformTransactionManager manager, Clock clock) {
        JdbcTemplate jdbc = new JdbcTemplate(dataSource);
        this.sales = new SaleTable(jdbc);
        this.orders = new OrderTable(jdbc);
        this.transactions = new Transactions(manager);
        this.clock = clock;
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
    public boolean addStock(SaleId sale, long quantity) {
        if (quantity < 1) {
            throw new IllegalArgumentException("stock to add must be at least 1, but was " + quantity);
        }
        return transactions.write("add stock to sale " + sale, () -> {
            Optional<LedgerSale> row = sales.lock(sale);
            row.map(LedgerSale::sale)
                    .map(known -> known.withTotal(known.total() + quantity))
                    .ifPresent(changed -> sales.setTotal(sale, changed.total()));
            return row.isPresent();
        });
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
    public List<Delivery> deliver(List<Reservation> reservations) {
        Map<SaleId, List<Integer>> places = new LinkedHashMap<>();
        IntStream.range(0, reservations.size())
                .forEach(place -> places.computeIfAbsent(reservations.get(place).sale(), sale -> new ArrayList<>())
                        .add(place));
        Delivery[] answers = new Delivery[reservations.size()];
        places.forEach((sale, ofSale) -> {
            List<Delivery> deliveries =
                    deliver(sale, ofSale.stream().map(reservations::get).toList());
            IntStream.range(0, ofSale.size()).forEach(i -> answers[ofSale.get(i)] = deliveries.get(i));
        });
        return List.of(answers);
    }

    private List<Delivery> deliver(SaleId sale, List<Reservation> reservations) {
        if (tryStoreUnseen(sale, reservations)) {
            return Collections.nCopies(reservations.size(), Delivery.stored());
        }
        try {
            return store(sale, reservations);
        } catch (DuplicateKeyException e) {
            // Somebody inserted an order id or a slot without this sale's lock: another sale's order, or the host's own
            // code. It is
            // committed now, so another look sees it, and alone each reservation answers only for itself.
            return reservations.stream()
                    .map(reservation -> store(sale, List.of(reservation)).get(0))
                    .toList();
        }
    }

    /**
     * Stores orders without looking whether one of them, or of their buyers, is known: nearly always none is, and the unique indexes
     * say so if one is. They know everything only where the limit is one, so that every live order is in slot 1. The sale's row comes
     * last, so that it is locked no longer than the commit takes.
     *
     * @return false if an order was not stored; none was then
     */
    private boolean tryStoreUnseen(SaleId sale, List<Reservation> reservations) {
        String what = storing(sale);
        Optional<LedgerSale> row = transactions.read(what, () -> sales.find(sale));
        if (row.isEmpty() || row.get().sale().limit() > 1) {
            return false;
        }
        Intake intake = new Intake(row.get(), List.of(), List.of(), clock.instant());
        if (!reservations.stream()
                .allMatch(reservation -> intake.take(reservation).equals(Delivery.stored()))) {
            return false;
        }
        try {
            return transactions.writeOrUndo(what, () -> {
                orders.insert(intake.added());
                return sales.tryHold(sale, row.get().epoch(), intake.items());
            });
        } catch (DuplicateKeyException e) {
            return false;
        }
    }

    private List<Delivery> store(SaleId sale, List<Reservation> reservations) {
        return transactions.write(
                storing(sale),
                () -> sales.lock(sale)
                        .map(row -> store(row, reservations))
                        .orElseGet(() -> Collections.nCopies(
                                reservations.size(),
                                Delivery.retry("sale " + sale + " is unknown to the ledger; open it first"))));
    }

    private List<Delivery> store(LedgerSale row, List<Reservation> reservations) {
        SaleId sale = row.sale().id();
        Intake intake = new Intake(
                row,
                orders.find(reservations.stream().map(Reservation::order).toList()),
                orders.live(sale, reservations.stream().map(Reservation::buyer).toList()),
                clock.instant());
        List<Delivery> deliveries = reservations.stream().map(intake::take).toList();
        orders.insert(intake.added());
        if (intake.items() > 0) {
            sales.addHeld(sale, intake.items());
        }
        return deliveries;
    }

    private static String storing(SaleId sale) {
        return "store orders of sale " + sale;
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
