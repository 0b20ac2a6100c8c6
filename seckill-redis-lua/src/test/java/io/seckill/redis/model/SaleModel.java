package io.seckill.redis.model;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.Opening;
import io.seckill.OrderId;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One sale, as simple as it can be said: what every backend must agree with. */
final class SaleModel {

    @Nullable
    Sale sale;

    long initial;
    SaleState state = SaleState.OPEN;
    long available;
    long sold;
    final List<Reservation> outbox = new ArrayList<>();
    private final Map<BuyerId, List<Holding>> holdings = new HashMap<>();

    Opening open(Sale wanted) {
        if (sale == null) {
            sale = wanted;
            initial = wanted.total();
            available = wanted.total();
            return new Opening.Created();
        }
        boolean same = wanted.equals(sale) || wanted.equals(sale.withTotal(initial));
        return same ? new Opening.Unchanged() : new Opening.Different(wanted, sale);
    }

    PurchaseResult purchase(Reservation wanted, Instant now) {
        if (sale == null) {
            return Rejected.because(Reason.UNKNOWN_SALE);
        }
        for (Holding holding : held(wanted.buyer())) {
            if (sameOrderOrKey(holding.reservation(), wanted)) {
                return holding.live() ? new Accepted(holding.reservation(), true) : Rejected.because(Reason.RELEASED);
            }
        }
        Optional<Reason> refusal = refusal(now);
        if (refusal.isPresent()) {
            return Rejected.because(refusal.get());
        }
        List<Reservation> live = live(wanted.buyer());
        if (live.stream().mapToInt(Reservation::quantity).sum() + wanted.quantity() > sale.limit()) {
            List<OrderId> orders = live.stream().map(Reservation::order).toList();
            return new Rejected(Reason.LIMIT_REACHED, orders);
        }
        if (wanted.quantity() > available) {
            return Rejected.because(Reason.SOLD_OUT);
        }
        available -= wanted.quantity();
        held(wanted.buyer()).add(new Holding(wanted, Optional.empty()));
        outbox.add(wanted);
        return new Accepted(wanted, false);
    }

    int release(Reservation named, ReleaseReason reason) {
        List<Holding> held = held(named.buyer());
        for (int i = 0; i < held.size(); i++) {
            Reservation reservation = held.get(i).reservation();
            if (unpaid(held.get(i)) && reservation.order().equals(named.order())) {
                held.set(i, new Holding(reservation, Optional.of(reason)));
                available += reservation.quantity();
                return 1;
            }
        }
        return 0;
    }

    int countSold(Reservation named) {
        List<Holding> held = held(named.buyer());
        for (int i = 0; i < held.size(); i++) {
            Reservation reservation = held.get(i).reservation();
            if (unpaid(held.get(i)) && reservation.order().equals(named.order())) {
                held.set(i, new Holding(reservation, Optional.empty(), true));
                sold += reservation.quantity();
                return 1;
            }
        }
        return 0;
    }

    private static boolean unpaid(Holding holding) {
        return holding.live() && !holding.paid();
    }

    void change(SaleState wanted) {
        if (sale != null && state != SaleState.CLOSED) {
            state = wanted;
        }
    }

    boolean changeStock(int items) {
        if (sale == null || state == SaleState.CLOSED || available + items < 0 || sale.total() + items < 1) {
            return false;
        }
        sale = sale.withTotal(sale.total() + items);
        available += items;
        return true;
    }

    List<Holding> held(BuyerId buyer) {
        return holdings.computeIfAbsent(buyer, unused -> new ArrayList<>());
    }

    private List<Reservation> live(BuyerId buyer) {
        return held(buyer).stream()
                .filter(Holding::live)
                .map(Holding::reservation)
                .toList();
    }

    private Optional<Reason> refusal(Instant now) {
        Sale defined = java.util.Objects.requireNonNull(sale);
        if (state == SaleState.CLOSED || !now.isBefore(defined.closes())) {
            return Optional.of(Reason.ENDED);
        }
        if (state == SaleState.PAUSED) {
            return Optional.of(Reason.PAUSED);
        }
        return now.isBefore(defined.opens()) ? Optional.of(Reason.NOT_STARTED) : Optional.empty();
    }

    private static boolean sameOrderOrKey(Reservation one, Reservation other) {
        return one.order().equals(other.order())
                || one.requestKey().isPresent() && one.requestKey().equals(other.requestKey());
    }
}
