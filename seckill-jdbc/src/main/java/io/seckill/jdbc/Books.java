package io.seckill.jdbc;

import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.SaleId;
import io.seckill.spi.Figures;
import io.seckill.spi.LedgerBooks.Held;
import io.seckill.spi.LedgerSale;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads a sale's orders as a whole, and corrects what is derived from them, under the lock on the sale's row. */
record Books(SaleTable sales, OrderTable orders, Transactions transactions, Supplier<Instant> now) {

    Optional<LedgerSale> sale(SaleId sale) {
        return transactions.read("find sale " + sale, () -> sales.find(sale));
    }

    List<Order> orders(SaleId sale, Optional<OrderId> after, int limit) {
        return transactions.read(
                "read orders of sale " + sale,
                () -> orders.page(sale, after.map(OrderId::value).orElse(""), limit).stream()
                        .map(OrderRow::order)
                        .toList());
    }

    Figures figures(SaleId sale) {
        return transactions.read("count orders of sale " + sale, () -> orders.figures(sale));
    }

    Set<OrderId> untold(Collection<OrderId> asked) {
        return transactions.read("find orders that the gate is to be told of", () -> Set.copyOf(orders.untold(asked)));
    }

    <T> Optional<T> inNewEpoch(SaleId sale, Function<LedgerSale, T> work) {
        return transactions.change(
                "begin a new epoch of sale " + sale,
                () -> sales.lock(sale).map(row -> {
                    sales.setEpoch(sale, row.epoch() + 1);
                    return work.apply(sales.find(sale).orElseThrow());
                }));
    }

    Optional<Held> correctHeld(SaleId sale) {
        return transactions.change(
                "correct what is held of sale " + sale,
                () -> sales.lock(sale).map(row -> {
                    long live = orders.figures(sale).live();
                    row.checkLive(live);
                    sales.setHeld(sale, live);
                    return new Held(row.held(), live);
                }));
    }

    Optional<LedgerSale> settle(SaleId sale, Figures figures) {
        figures.checkFinal(sale);
        return transactions.change("settle sale " + sale, () -> {
            if (sales.lock(sale).filter(row -> row.settled().isEmpty()).isPresent()) {
                sales.settle(sale, figures, now.get());
            }
            return sales.find(sale);
        });
    }
}
