package io.seckill.redis;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.redis.driver.LuaScript;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.redis.driver.Reply;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.SoldCount;
import io.seckill.spi.StockReturns;
import io.seckill.spi.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * A fused gate: one script decides a whole batch, takes the stock, marks the buyers and appends to the outbox, in one atomic step.
 *
 * @since 0.1
 */
public final class RedisLuaGate implements AdmissionGate, SoldCount, StockReturns {

    private static final LuaScript PURCHASE = LuaScript.beside(RedisLuaGate.class, "purchase.lua");
    private static final LuaScript RELEASE = LuaScript.beside(RedisLuaGate.class, "release.lua");
    private static final LuaScript COUNT_SOLD = LuaScript.beside(RedisLuaGate.class, "count-sold.lua");
    private static final LuaScript HOLDINGS = LuaScript.beside(RedisLuaGate.class, "holdings.lua");

    private final RedisDriver driver;
    private final RedisKeys keys;

    /** Makes a gate on the sales under these keys. */
    public RedisLuaGate(RedisDriver driver, RedisKeys keys) {
        this.driver = driver;
        this.keys = keys;
    }

    @Override
    public CompletionStage<List<PurchaseResult>> admit(SaleId sale, List<Reservation> wanted) {
        int partition = keys.partition(sale);
        List<String> args = new ArrayList<>(4 + 2 * wanted.size());
        args.add(sale.value());
        args.add(keys.signals());
        args.add(Signal.outbox(partition));
        args.add(TraceWords.of(wanted));
        for (Reservation one : wanted) {
            args.add(one.buyer().value());
            args.add(Entry.of(one));
        }
        List<String> touched = List.of(keys.sale(sale), keys.buyers(sale), keys.outbox(partition));
        return RedisCall.start(driver, PURCHASE, touched, args, reply -> results(reply, wanted));
    }

    @Override
    public CompletionStage<Integer> release(SaleId sale, List<Reservation> reservations, ReleaseReason reason) {
        return change(RELEASE, sale, List.of(reason.tag(), keys.signals(), Signal.stock(sale)), reservations);
    }

    @Override
    public CompletionStage<Integer> countSold(SaleId sale, List<Reservation> paid) {
        return change(COUNT_SOLD, sale, List.of(), paid);
    }

    private CompletionStage<Integer> change(
            LuaScript script, SaleId sale, List<String> first, List<Reservation> reservations) {
        List<String> args = new ArrayList<>(first.size() + 2 * reservations.size());
        args.addAll(first);
        for (Reservation one : reservations) {
            args.add(one.buyer().value());
            args.add(one.order().value());
        }
        List<String> touched = List.of(keys.sale(sale), keys.buyers(sale));
        return RedisCall.start(driver, script, touched, args, reply -> (int) reply.number(0));
    }

    @Override
    public CompletionStage<List<Holding>> holdings(SaleId sale, BuyerId buyer) {
        return RedisCall.start(
                driver,
                HOLDINGS,
                List.of(keys.buyers(sale)),
                List.of(buyer.value()),
                reply -> List.copyOf(Entry.parseAll(sale, buyer, reply.text(0))));
    }

    @Override
    public Subscription onStockReturned(Consumer<SaleId> listener) {
        return driver.subscribe(
                keys.signals(), message -> Signal.saleOf(message).ifPresent(listener));
    }

    private static List<PurchaseResult> results(Reply reply, List<Reservation> wanted) {
        String codes = reply.text(0);
        if (codes.length() != wanted.size()) {
            throw new IllegalStateException(codes.length() + " answers to " + wanted.size() + " purchases: " + codes);
        }
        List<PurchaseResult> results = new ArrayList<>(codes.length());
        int extra = 1;
        for (int i = 0; i < codes.length(); i++) {
            Reservation one = wanted.get(i);
            switch (codes.charAt(i)) {
                case 'A' -> results.add(new Accepted(one, false));
                case 'R' -> results.add(replayed(one, reply.text(extra++)));
                case 'L' -> results.add(new Rejected(Reason.LIMIT_REACHED, Entry.orders(reply.text(extra++))));
                default -> results.add(Rejected.because(reason(codes.charAt(i))));
            }
        }
        return results;
    }

    private static Accepted replayed(Reservation asked, String entry) {
        return new Accepted(Entry.parse(asked.sale(), asked.buyer(), entry).reservation(), true);
    }

    private static Reason reason(char code) {
        return switch (code) {
            case 'X' -> Reason.RELEASED;
            case 'U' -> Reason.UNKNOWN_SALE;
            case 'E' -> Reason.ENDED;
            case 'P' -> Reason.PAUSED;
            case 'N' -> Reason.NOT_STARTED;
            case 'S' -> Reason.SOLD_OUT;
            default -> throw new IllegalStateException("no such answer to a purchase: " + code);
        };
    }
}
