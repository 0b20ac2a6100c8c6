package io.seckill.jdbc;

import io.seckill.BuyerId;
import io.seckill.OrderId;
import io.seckill.OrderStatus;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.spi.Delivery;
import io.seckill.spi.LedgerSale;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides on reservations of one sale, one after the other, and collects the rows to insert. It knows what the tables held when the
 * sale's row was locked, and what it took in since.
 */
final class Intake {

    private final LedgerSale sale;
    private final Instant now;
    private final Map<OrderId, OrderRow> known = new HashMap<>();
    private final Map<BuyerId, Slots> slots = new HashMap<>();
    private final List<OrderRow> added = new ArrayList<>();
    private long items;

    Intake(LedgerSale sale, Collection<OrderRow> known, Collection<OrderRow> live, Instant now) {
        this.sale = sale;
        this.now = now;
        known.forEach(row -> this.known.put(row.reservation().order(), row));
        live.forEach(row -> slotsOf(row.reservation().buyer()).take(row));
    }

    Delivery take(Reservation reservation) {
        OrderRow row = known.get(reservation.order());
        if (row != null) {
            return again(row, reservation);
        }
        Optional<ReleaseReason> refusal = refusal(reservation);
        if (refusal.isPresent()) {
            add(OrderRow.refused(reservation, refusal.get(), now));
            return Delivery.refused(refusal.get());
        }
        Slots mine = slotsOf(reservation.buyer());
        OrderRow order =
                OrderRow.live(reservation, mine.firstFree(), now, sale.sale().payWithin());
        mine.take(order);
        items += reservation.quantity();
        add(order);
        return Delivery.stored();
    }

    /** Returns the rows to insert. */
    List<OrderRow> added() {
        return added;
    }

    /** Returns the items that the new orders hold. */
    long items() {
        return items;
    }

    /** Answers for a reservation whose order id is known. */
    static Delivery again(OrderRow row, Reservation reservation) {
        boolean same = row.reservation().sale().equals(reservation.sale())
                && row.reservation().buyer().equals(reservation.buyer());
        if (!same) {
            return Delivery.refused(ReleaseReason.ORDER_ID_TAKEN);
        }
        return row.status() == OrderStatus.REFUSED
                ? Delivery.refused(row.reason().orElseThrow())
                : Delivery.alreadyStored();
    }

    private Optional<ReleaseReason> refusal(Reservation reservation) {
        if (reservation.origin().epoch() < sale.epoch()) {
            return Optional.of(ReleaseReason.REBUILT);
        }
        if (slotsOf(reservation.buyer()).items + reservation.quantity()
                > sale.sale().limit()) {
            return Optional.of(ReleaseReason.LIMIT_REACHED);
        }
        boolean fits =
                sale.held() + items + reservation.quantity() <= sale.sale().total();
        return fits ? Optional.empty() : Optional.of(ReleaseReason.NO_STOCK);
    }

    private void add(OrderRow row) {
        known.put(row.reservation().order(), row);
        added.add(row);
    }

    private Slots slotsOf(BuyerId buyer) {
        return slots.computeIfAbsent(buyer, b -> new Slots());
    }

    /** What one buyer holds. */
    private static final class Slots {

        private final BitSet taken = new BitSet();
        private int items;

        void take(OrderRow row) {
            if (row.slot() != null) {
                taken.set(row.slot());
            }
            items += row.reservation().quantity();
        }

        int firstFree() {
            return taken.nextClearBit(1);
        }
    }
}
