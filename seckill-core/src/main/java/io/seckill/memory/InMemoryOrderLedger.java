package io.seckill.memory;

import io.seckill.LatePayment;
import io.seckill.Opening;
import io.seckill.Order;
import io.seckill.OrderChange;
import io.seckill.OrderId;
import io.seckill.OrderStatus;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Keeps sales and orders in this JVM, under one lock.
 *
 * @since 0.1
 */
public final class InMemoryOrderLedger implements OrderLedger, LedgerBooks {

    private final Map<SaleId, Book> books = new HashMap<>();
    private final Map<OrderId, Order> orders = new HashMap<>();
    private final Map<OrderId, PaymentId> payments = new HashMap<>();
    private final LatePayments late = new LatePayments();
    /** When the gate is told of changed orders again. */
    private final Map<OrderId, Instant> untold = new LinkedHashMap<>();
    /** Orders as they were stored; those that were paid or cancelled since are passed over. */
    private final PriorityQueue<Order> deadlines = new PriorityQueue<>(Comparator.comparing(Order::payBy));

    private final Clock clock;

    /** Makes an empty ledger that stamps its orders by this clock. */
    public InMemoryOrderLedger(Clock clock) {
        this.clock = clock;
    }

    @Override
    public synchronized Opening open(Sale sale) {
        Book book = books.get(sale.id());
        if (book == null) {
            books.put(sale.id(), new Book(sale));
            return new Opening.Created();
        }
        LedgerSale known = book.view();
        return known.isDefinedAs(sale) ? new Opening.Unchanged() : new Opening.Different(sale, known.sale());
    }

    @Override
    public synchronized boolean changeTotal(SaleId sale, long from, long to) {
        Sale.checkTotal(sale, to);
        return book(sale).map(book -> book.changeTotal(from, to)).orElse(false);
    }

    @Override
    public synchronized boolean extend(SaleId sale, Instant closes) {
        book(sale).ifPresent(book -> book.extend(closes));
        return books.containsKey(sale);
    }

    @Override
    public synchronized Optional<Order> find(OrderId order) {
        return Optional.ofNullable(orders.get(order));
    }

    @Override
    public synchronized List<Order> find(Collection<OrderId> wanted) {
        return wanted.stream()
                .distinct()
                .map(orders::get)
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public synchronized List<Delivery> deliver(List<Reservation> reservations) {
        List<Delivery> deliveries = new ArrayList<>(reservations.size());
        for (Reservation reservation : reservations) {
            deliveries.add(deliver(reservation));
        }
        return deliveries;
    }

    @Override
    public synchronized OrderChange pay(OrderId id, PaymentId payment) {
        Order order = orders.get(id);
        if (order == null) {
            return new OrderChange.Unknown();
        }
        if (order.status() == OrderStatus.UNPAID) {
            payments.put(id, payment);
            return new OrderChange.Done(change(order, OrderStatus.PAID, Optional.empty()), false);
        }
        if (payment.equals(payments.get(id))) {
            return new OrderChange.Done(order, true);
        }
        late.keep(order, payment, now());
        return new OrderChange.TooLate(order);
    }

    @Override
    public synchronized OrderChange cancel(OrderId id, ReleaseReason reason) {
        Order order = orders.get(id);
        if (order == null) {
            return new OrderChange.Unknown();
        }
        return switch (order.status()) {
            case UNPAID -> new OrderChange.Done(cancel(order, reason), false);
            case CANCELLED -> new OrderChange.Done(order, true);
            case PAID, REFUSED -> new OrderChange.TooLate(order);
        };
    }

    @Override
    public synchronized List<Order> expire(int limit) {
        checkLimit(limit);
        Instant now = now();
        List<Order> expired = new ArrayList<>();
        while (expired.size() < limit
                && !deadlines.isEmpty()
                && !deadlines.peek().payBy().isAfter(now)) {
            Order order = deadlines.remove();
            if (order.equals(orders.get(order.reservation().order()))) {
                expired.add(cancel(order, ReleaseReason.NOT_PAID));
            }
        }
        return expired;
    }

    @Override
    public synchronized Order refuse(Reservation reservation, ReleaseReason reason) {
        Order known = orders.get(reservation.order());
        return known == null ? putRefused(reservation, reason) : known;
    }

    @Override
    public synchronized List<Order> claimUntold(int limit, Duration claim) {
        checkLimit(limit);
        Instant now = now();
        List<OrderId> claimed = untold.entrySet().stream()
                .filter(due -> !due.getValue().isAfter(now))
                .sorted(Map.Entry.comparingByValue())
                .limit(limit)
                .map(Map.Entry::getKey)
                .toList();
        claimed.forEach(order -> untold.put(order, now.plus(claim)));
        return find(claimed);
    }

    @Override
    public synchronized void told(Collection<OrderId> told) {
        told.forEach(untold::remove);
    }

    @Override
    public synchronized List<LatePayment> latePayments(int limit, Duration claim) {
        checkLimit(limit);
        return late.claim(limit, claim, now());
    }

    @Override
    public synchronized boolean refunded(OrderId order, PaymentId payment) {
        return late.refund(order, payment);
    }

    @Override
    public synchronized Optional<LedgerSale> sale(SaleId sale) {
        return book(sale).map(Book::view);
    }

    @Override
    public synchronized List<Order> orders(SaleId sale, Optional<OrderId> after, int limit) {
        checkLimit(limit);
        String last = after.map(OrderId::value).orElse("");
        return of(sale).filter(order -> id(order).compareTo(last) > 0)
                .sorted(Comparator.comparing(InMemoryOrderLedger::id))
                .limit(limit)
                .toList();
    }

    @Override
    public synchronized Figures figures(SaleId sale) {
        return new Figures(
                items(sale, OrderStatus.UNPAID),
                items(sale, OrderStatus.PAID),
                items(sale, OrderStatus.CANCELLED),
                items(sale, OrderStatus.REFUSED));
    }

    @Override
    public synchronized Set<OrderId> untold(Collection<OrderId> asked) {
        return asked.stream().filter(untold::containsKey).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public synchronized <T> Optional<T> inNewEpoch(SaleId sale, Function<LedgerSale, T> work) {
        return book(sale).map(book -> {
            int before = book.view().epoch();
            book.setEpoch(before + 1);
            try {
                return work.apply(book.view());
            } catch (RuntimeException e) {
                book.setEpoch(before);
                throw e;
            }
        });
    }

    @Override
    public synchronized Optional<Held> correctHeld(SaleId sale) {
        return book(sale).map(book -> {
            long live = figures(sale).live();
            LedgerSale known = book.view();
            known.checkLive(live);
            book.setHeld(live);
            return new Held(known.held(), live);
        });
    }

    @Override
    public synchronized Optional<LedgerSale> settle(SaleId sale, Figures figures) {
        figures.checkFinal(sale);
        return book(sale).map(book -> {
            book.settle(figures);
            return book.view();
        });
    }

    /** Spoils the number, for tests. */
    synchronized void setHeld(SaleId sale, long items) {
        book(sale).orElseThrow().setHeld(items);
    }

    private Delivery deliver(Reservation reservation) {
        Order known = orders.get(reservation.order());
        if (known != null) {
            return again(known, reservation);
        }
        Book book = books.get(reservation.sale());
        if (book == null) {
            return Delivery.retry("sale " + reservation.sale() + " is unknown to the ledger; open it first");
        }
        Optional<ReleaseReason> refusal = book.refusal(reservation);
        if (refusal.isPresent()) {
            putRefused(reservation, refusal.get());
            return Delivery.refused(refusal.get());
        }
        Instant now = now();
        Instant payBy = now.plus(book.view().sale().payWithin());
        Order order = new Order(reservation, OrderStatus.UNPAID, Optional.empty(), now, payBy);
        orders.put(reservation.order(), order);
        deadlines.add(order);
        book.give(reservation.buyer(), reservation.quantity());
        return Delivery.stored();
    }

    private static Delivery again(Order known, Reservation reservation) {
        boolean same = known.reservation().sale().equals(reservation.sale())
                && known.reservation().buyer().equals(reservation.buyer());
        if (!same) {
            return Delivery.refused(ReleaseReason.ORDER_ID_TAKEN);
        }
        return known.status() == OrderStatus.REFUSED
                ? Delivery.refused(known.reason().orElseThrow())
                : Delivery.alreadyStored();
    }

    private Order putRefused(Reservation reservation, ReleaseReason reason) {
        Order refused = new Order(reservation, OrderStatus.REFUSED, Optional.of(reason), now(), now());
        orders.put(reservation.order(), refused);
        return refused;
    }

    private Order cancel(Order order, ReleaseReason reason) {
        Reservation reservation = order.reservation();
        book(reservation.sale()).orElseThrow().take(reservation.buyer(), reservation.quantity());
        return change(order, OrderStatus.CANCELLED, Optional.of(reason));
    }

    private Order change(Order order, OrderStatus status, Optional<ReleaseReason> reason) {
        Order changed = order.withStatus(status, reason);
        OrderId id = order.reservation().order();
        orders.put(id, changed);
        untold.put(id, now().plus(TELLING));
        return changed;
    }

    private Optional<Book> book(SaleId sale) {
        return Optional.ofNullable(books.get(sale));
    }

    private Stream<Order> of(SaleId sale) {
        return orders.values().stream()
                .filter(order -> order.reservation().sale().equals(sale));
    }

    private long items(SaleId sale, OrderStatus status) {
        return of(sale).filter(order -> order.status() == status)
                .mapToLong(order -> order.reservation().quantity())
                .sum();
    }

    private static String id(Order order) {
        return order.reservation().order().value();
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static void checkLimit(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1, but was " + limit);
        }
    }
}
