package io.seckill.redis;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.redis.driver.LuaScript;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.spi.OnePerUserGuard;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Remembers each buyer's holdings in Redis, one hash for each sale, for those who compose a gate. The {@link RedisLuaGate} keeps its
 * buyers itself.
 *
 * <p>Decides here and stores by compare-and-set: a new buyer costs one round trip, anybody else two, and one more for each other call
 * of the same buyer that came in between.
 *
 * @since 0.1
 */
public final class RedisLuaOnePerUserGuard implements OnePerUserGuard {

    private static final LuaScript SWAP = LuaScript.beside(RedisLuaOnePerUserGuard.class, "swap-slots.lua");
    private static final LuaScript HOLDINGS = LuaScript.beside(RedisLuaOnePerUserGuard.class, "holdings.lua");

    private final RedisDriver driver;
    private final RedisKeys keys;

    /** Makes a guard of the slots under these keys. */
    public RedisLuaOnePerUserGuard(RedisDriver driver, RedisKeys keys) {
        this.driver = driver;
        this.keys = keys;
    }

    @Override
    public Mark tryMark(Reservation wanted, int limit) {
        return update(wanted, held -> marked(held, wanted, limit));
    }

    @Override
    public Optional<Reservation> unmark(Reservation reservation, ReleaseReason reason) {
        return update(reservation, held -> released(held, reservation, reason));
    }

    @Override
    public void undo(Reservation reservation) {
        update(reservation, held -> without(held, reservation));
    }

    @Override
    public List<Holding> holdings(SaleId sale, BuyerId buyer) {
        return RedisCall.await(
                driver,
                HOLDINGS,
                List.of(keys.slots(sale)),
                List.of(buyer.value()),
                reply -> List.copyOf(Entry.parseAll(sale, buyer, reply.text(0))));
    }

    /** What a buyer holds after a step, and what to tell the caller. */
    private record Step<T>(List<Holding> after, T answer) {}

    /** Takes the step from what the buyer holds, guessing at first that it is nothing. */
    private <T> T update(Reservation subject, Function<List<Holding>, Step<T>> step) {
        SaleId sale = subject.sale();
        BuyerId buyer = subject.buyer();
        String believed = "";
        while (true) {
            Step<T> next = step.apply(Entry.parseAll(sale, buyer, believed));
            Swap swap = RedisCall.await(
                    driver,
                    SWAP,
                    List.of(keys.slots(sale)),
                    List.of(buyer.value(), believed, Entry.ofAll(next.after)),
                    reply -> new Swap(reply.number(0) == 1, reply.text(1)));
            if (swap.done) {
                return next.answer;
            }
            believed = swap.entries;
        }
    }

    private record Swap(boolean done, String entries) {}

    private static Step<Mark> marked(List<Holding> held, Reservation wanted, int limit) {
        Optional<Holding> known = held.stream()
                .filter(holding -> wanted.repeats(holding.reservation()))
                .findFirst();
        if (known.isPresent()) {
            return new Step<>(held, new Mark.Known(known.get()));
        }
        List<Reservation> live =
                held.stream().filter(Holding::live).map(Holding::reservation).toList();
        int items = live.stream().mapToInt(Reservation::quantity).sum();
        if (items + wanted.quantity() > limit) {
            return new Step<>(held, new Mark.LimitReached(live));
        }
        List<Holding> after = new ArrayList<>(held);
        after.add(new Holding(wanted, Optional.empty()));
        return new Step<>(after, new Mark.Marked());
    }

    private static Step<Optional<Reservation>> released(
            List<Holding> held, Reservation reservation, ReleaseReason reason) {
        List<Holding> after = new ArrayList<>(held);
        for (int i = 0; i < after.size(); i++) {
            Holding holding = after.get(i);
            if (liveUnder(holding, reservation)) {
                after.set(i, new Holding(holding.reservation(), Optional.of(reason)));
                return new Step<>(after, Optional.of(holding.reservation()));
            }
        }
        return new Step<>(held, Optional.empty());
    }

    private static Step<Boolean> without(List<Holding> held, Reservation reservation) {
        List<Holding> after = new ArrayList<>(held);
        return new Step<>(after, after.removeIf(holding -> liveUnder(holding, reservation)));
    }

    private static boolean liveUnder(Holding holding, Reservation reservation) {
        return holding.live() && holding.reservation().order().equals(reservation.order());
    }
}
