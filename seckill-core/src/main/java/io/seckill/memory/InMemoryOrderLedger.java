package io.seckill.memory;

import io.seckill.BuyerId;
import io.seckill.Opening;
import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.OrderStatus;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.spi.Delivery;
import io.seckill.spi.LedgerSale;
import io.seckill.spi.OrderLedger;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Keeps sales and orders in this JVM, under one lock.
 *
 * @since 0.1
 */
public final class InMemoryOrderLedger implements OrderLedger {

    private final Map<SaleId, Book> books = new HashMap<>();
    private final Map<OrderId, Order> orders = new HashMap<>();
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
        return book.asLedgerSale().isDefinedAs(sale) ? new Opening.Unchanged() : new Opening.Different(sale, book.sale);
    }

    @Override
    public synchronized boolean addStock(SaleId sale, long quantity) {
        if (quantity < 1) {
            throw new IllegalArgumentException("stock to add must be at least 1, but was " + quantity);
        }
        Book book = books.get(sale);
        if (book == null) {
            return false;
        }
        book.sale = book.sale.withTotal(book.sale.total() + quantity);
        return true;
    }

    @Override
    public synchronized boolean changeTotal(SaleId sale, long from, long to) {
        Sale.checkTotal(sale, to);
        Book book = books.get(sale);
        return book != null && book.changeTotal(from, to);
    }

    @Override
    public synchronized boolean extend(SaleId sale, Instant closes) {
        Book book = books.get(sale);
        if (book != null && book.sale.closes().isBefore(closes)) {
            book.sale = book.sale.withCloses(closes);
        }
        return book != null;
    }

    @Override
    public synchronized Optional<Order> find(OrderId order) {
        return Optional.ofNullable(orders.get(order));
    }

    @Override
    public synchronized List<Delivery> deliver(List<Reservation> reservations) {
        List<Delivery> deliveries = new ArrayList<>(reservations.size());
        for (Reservation reservation : reservations) {
            deliveries.add(deliver(reservation));
        }
        return deliveries;
    }

    /** Cancels an unpaid order; its items and the buyer's slots are free again. */
    synchronized void cancel(OrderId id) {
        orders.computeIfPresent(id, (same, order) -> {
            if (order.status() != OrderStatus.UNPAID) {
                return order;
            }
            Reservation reservation = order.reservation();
            book(reservation.sale()).give(reservation.buyer(), -reservation.quantity());
            return new Order(
                    reservation,
                    OrderStatus.CANCELLED,
                    Optional.of(ReleaseReason.CANCELLED_BY_BUYER),
                    order.created(),
                    order.payBy());
        });
    }

    synchronized List<Order> live(SaleId sale) {
        return orders.values().stream()
                .filter(order -> order.reservation().sale().equals(sale))
                .filter(order -> order.status() == OrderStatus.UNPAID)
                .toList();
    }

    synchronized long held(SaleId sale) {
        return book(sale).held;
    }

    private Delivery deliver(Reservation reservation) {
        Book book = books.get(reservation.sale());
        if (book == null) {
            return Delivery.retry("sale " + reservation.sale() + " is unknown to the ledger; open it first");
        }
        Order known = orders.get(reservation.order());
        if (known != null) {
            return again(known, reservation);
        }
        Optional<ReleaseReason> refusal = book.refusal(reservation);
        OrderStatus status = refusal.isPresent() ? OrderStatus.REFUSED : OrderStatus.UNPAID;
        orders.put(
                reservation.order(),
                new Order(
                        reservation,
                        status,
                        refusal,
                        clock.instant(),
                        clock.instant().plus(book.sale.payWithin())));
        if (refusal.isPresent()) {
            return Delivery.refused(refusal.get());
        }
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

    private Book book(SaleId sale) {
        return Objects.requireNonNull(books.get(sale), "an order without a sale");
    }

    /** One sale and what is held of it. */
    private static final class Book {

        private final Sale initial;
        private final Map<BuyerId, Integer> heldByBuyer = new HashMap<>();
        private Sale sale;
        private long held;

        Book(Sale sale) {
            this.sale = sale;
            this.initial = sale;
        }

        LedgerSale asLedgerSale() {
            return new LedgerSale(sale, initial, held, 0, Optional.empty());
        }

        boolean changeTotal(long from, long to) {
            if (sale.total() != from && sale.total() != to || held > to) {
                return false;
            }
            sale = sale.withTotal(to);
            return true;
        }

        Optional<ReleaseReason> refusal(Reservation reservation) {
            int quantity = reservation.quantity();
            if (heldByBuyer.getOrDefault(reservation.buyer(), 0) + quantity > sale.limit()) {
                return Optional.of(ReleaseReason.LIMIT_REACHED);
            }
            return held + quantity > sale.total() ? Optional.of(ReleaseReason.NO_STOCK) : Optional.empty();
        }

        void give(BuyerId buyer, int quantity) {
            held += quantity;
            heldByBuyer.merge(buyer, quantity, Integer::sum);
        }
    }
}
