package io.seckill.memory;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.spi.OnePerUserGuard;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Remembers each buyer's holdings in this JVM. A buyer's list is immutable and replaced as a whole, so readers never wait.
 *
 * @since 0.1
 */
public final class InMemoryOnePerUserGuard implements OnePerUserGuard {

    private final ConcurrentMap<Key, List<Holding>> holdings = new ConcurrentHashMap<>();

    @Override
    public Mark tryMark(Reservation wanted, int limit) {
        Decision decision = new Decision(wanted, limit);
        holdings.compute(Key.of(wanted), (key, held) -> decision.on(held == null ? List.of() : held));
        return decision.mark;
    }

    @Override
    public Optional<Reservation> unmark(Reservation reservation, ReleaseReason reason) {
        List<Reservation> freed = new ArrayList<>(1);
        holdings.computeIfPresent(Key.of(reservation), (key, held) -> {
            List<Holding> after = new ArrayList<>(held);
            after.replaceAll(holding -> {
                if (!names(holding, reservation) || !holding.live()) {
                    return holding;
                }
                freed.add(holding.reservation());
                return new Holding(holding.reservation(), Optional.of(reason));
            });
            return List.copyOf(after);
        });
        return freed.stream().findFirst();
    }

    @Override
    public void undo(Reservation reservation) {
        holdings.computeIfPresent(Key.of(reservation), (key, held) -> {
            List<Holding> after = held.stream()
                    .filter(holding -> !names(holding, reservation) || !holding.live())
                    .toList();
            return after.isEmpty() ? null : after;
        });
    }

    @Override
    public List<Holding> holdings(SaleId sale, BuyerId buyer) {
        return holdings.getOrDefault(new Key(sale, buyer), List.of());
    }

    private static boolean names(Holding holding, Reservation reservation) {
        return holding.reservation().order().equals(reservation.order());
    }

    private record Key(SaleId sale, BuyerId buyer) {

        static Key of(Reservation reservation) {
            return new Key(reservation.sale(), reservation.buyer());
        }
    }

    /** Decides one mark inside the map's atomic step, and carries the answer out of it. */
    private static final class Decision {

        private final Reservation wanted;
        private final int limit;
        private Mark mark = new Mark.Marked();

        Decision(Reservation wanted, int limit) {
            this.wanted = wanted;
            this.limit = limit;
        }

        List<Holding> on(List<Holding> held) {
            Optional<Holding> known = held.stream()
                    .filter(holding -> wanted.repeats(holding.reservation()))
                    .findFirst();
            List<Reservation> live = held.stream()
                    .filter(Holding::live)
                    .map(Holding::reservation)
                    .toList();
            if (known.isPresent()) {
                mark = new Mark.Known(known.get());
                return held;
            }
            if (live.stream().mapToInt(Reservation::quantity).sum() + wanted.quantity() > limit) {
                mark = new Mark.LimitReached(live);
                return held;
            }
            List<Holding> after = new ArrayList<>(held);
            after.add(new Holding(wanted, Optional.empty()));
            return List.copyOf(after);
        }
    }
}
