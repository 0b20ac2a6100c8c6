package io.seckill.engine;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.StockReturns;
import io.seckill.spi.Subscription;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A gate that answers when the test says so. */
final class ScriptedGate implements AdmissionGate, StockReturns {

    /** One call that was made. */
    record Asked(SaleId sale, List<Reservation> wanted, CompletableFuture<List<PurchaseResult>> answer) {

        void acceptAll() {
            answer.complete(wanted.stream()
                    .<PurchaseResult>map(one -> new Accepted(one, false))
                    .toList());
        }

        void rejectAll(PurchaseResult.Reason reason) {
            answer.complete(wanted.stream()
                    .<PurchaseResult>map(one -> PurchaseResult.Rejected.because(reason))
                    .toList());
        }
    }

    final List<Asked> calls = new CopyOnWriteArrayList<>();

    /** The sales in which it was asked for a buyer's holdings. */
    final List<SaleId> questions = new CopyOnWriteArrayList<>();

    private volatile Consumer<Asked> script;
    private volatile Consumer<SaleId> listener = sale -> {};

    /** Makes a gate that runs this at every call, on the caller's thread. */
    ScriptedGate(Consumer<Asked> script) {
        this.script = script;
    }

    /** Makes a gate that waits for the test to answer. */
    static ScriptedGate silent() {
        return new ScriptedGate(asked -> {});
    }

    /** Makes a gate that accepts everything at once. */
    static ScriptedGate accepting() {
        return new ScriptedGate(Asked::acceptAll);
    }

    @Override
    public CompletionStage<List<PurchaseResult>> admit(SaleId sale, List<Reservation> wanted) {
        Asked asked = new Asked(sale, wanted, new CompletableFuture<>());
        calls.add(asked);
        script.accept(asked);
        return asked.answer();
    }

    /** From now on accepts everything at once, what was left open too. */
    void relent() {
        script = Asked::acceptAll;
        calls.forEach(Asked::acceptAll);
    }

    void announceStock(SaleId sale) {
        listener.accept(sale);
    }

    @Override
    public Subscription onStockReturned(Consumer<SaleId> newListener) {
        listener = newListener;
        return () -> listener = sale -> {};
    }

    @Override
    public CompletionStage<Integer> release(SaleId sale, List<Reservation> reservations, ReleaseReason reason) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<List<Holding>> holdings(SaleId sale, BuyerId buyer) {
        questions.add(sale);
        return CompletableFuture.completedFuture(List.of());
    }
}
