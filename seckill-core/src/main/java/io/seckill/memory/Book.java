package io.seckill.memory;

import io.seckill.BuyerId;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.spi.Figures;
import io.seckill.spi.LedgerSale;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** One sale of the in-memory ledger, and what is held of it. */
final class Book {

    private final Sale initial;
    private final Map<BuyerId, Integer> heldByBuyer = new HashMap<>();
    private Sale sale;
    private long held;
    private int epoch;
    private Optional<Figures> settled = Optional.empty();

    Book(Sale sale) {
        this.sale = sale;
        this.initial = sale;
    }

    LedgerSale view() {
        return new LedgerSale(sale, initial, held, epoch, settled);
    }

    boolean changeTotal(long from, long to) {
        if (sale.total() != from && sale.total() != to || held > to) {
            return false;
        }
        sale = sale.withTotal(to);
        return true;
    }

    void extend(Instant closes) {
        if (sale.closes().isBefore(closes)) {
            sale = sale.withCloses(closes);
        }
    }

    Optional<ReleaseReason> refusal(Reservation reservation) {
        if (reservation.origin().epoch() < epoch) {
            return Optional.of(ReleaseReason.REBUILT);
        }
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

    /** Takes items off; where the number had been spoilt it stops at zero. */
    void take(BuyerId buyer, int quantity) {
        held = Math.max(held - quantity, 0);
        heldByBuyer.merge(buyer, -quantity, Integer::sum);
    }

    void setHeld(long items) {
        held = items;
    }

    void setEpoch(int newEpoch) {
        epoch = newEpoch;
    }

    void settle(Figures figures) {
        settled = settled.or(() -> Optional.of(figures));
    }
}
