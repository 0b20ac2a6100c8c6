package io.seckill.engine;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.OrderId;
import io.seckill.SaleId;
import io.seckill.SaleStatus;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.SaleRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Asks the gate what a buyer holds, in one sale or in all that this order may belong to. */
final class HoldingQuestions {

    /** The sales change rarely; a purchase in a newer one is found a little later. */
    private static final Duration SALES_MEMORY = Duration.ofSeconds(5);

    /** An order that is this late is looked for in the ledger only. */
    private static final Duration AFTER_CLOSING = Duration.ofHours(1);

    private record Known(List<SaleId> sales, long until) {}

    private final AdmissionGate gate;
    private final Optional<SaleRegistry> registry;
    private final Supplier<Collection<SaleId>> busySales;
    private final LongSupplier nanoTime;
    private volatile Known known;

    /**
     * Makes questions.
     *
     * @param busySales the sales that sell on this node at the moment
     */
    HoldingQuestions(
            AdmissionGate gate,
            Optional<SaleRegistry> registry,
            Supplier<Collection<SaleId>> busySales,
            LongSupplier nanoTime) {
        this.gate = gate;
        this.registry = registry;
        this.busySales = busySales;
        this.nanoTime = nanoTime;
        this.known = new Known(List.of(), nanoTime.getAsLong());
    }

    /** Returns the holding under this order id, if this buyer has it in one of the sales that are or were open lately. */
    CompletableFuture<Optional<Holding>> ask(OrderId order, BuyerId buyer) {
        Set<SaleId> sales = new LinkedHashSet<>(busySales.get());
        sales.addAll(recentSales());
        CompletableFuture<Optional<Holding>> found = CompletableFuture.completedFuture(Optional.empty());
        for (SaleId sale : sales) {
            found = found.thenCombine(ask(sale, order, buyer), (one, other) -> one.or(() -> other));
        }
        return found;
    }

    /** Returns the holding under this order id, if this buyer has it in this sale. */
    CompletableFuture<Optional<Holding>> ask(SaleId sale, OrderId order, BuyerId buyer) {
        return gate.holdings(sale, buyer)
                .thenApply(holdings -> holdings.stream()
                        .filter(holding -> holding.reservation().order().equals(order))
                        .findFirst())
                .toCompletableFuture();
    }

    private List<SaleId> recentSales() {
        long now = nanoTime.getAsLong();
        if (registry.isPresent() && known.until - now <= 0) {
            SaleRegistry source = registry.get();
            List<SaleId> sales = source.ids().stream()
                    .filter(sale ->
                            source.find(sale).filter(HoldingQuestions::isRecent).isPresent())
                    .toList();
            known = new Known(sales, now + SALES_MEMORY.toNanos());
        }
        return known.sales;
    }

    private static boolean isRecent(SaleStatus status) {
        return status.sale().closes().plus(AFTER_CLOSING).isAfter(status.serverTime());
    }
}
