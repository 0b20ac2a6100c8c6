package io.seckill.reconcile;

import io.seckill.Holding;
import io.seckill.SaleId;
import io.seckill.spi.GateBooks;
import io.seckill.spi.GateSale;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What the buyers of a sale hold, added up.
 *
 * @param gate the sale before it was added up
 * @param still whether nothing changed meanwhile, so that the sums must agree with its counters
 */
record Sums(GateSale gate, long reserved, long sold, boolean still) {

    static Optional<Sums> of(GateBooks books, Pages pages, SaleId sale, Consumer<List<Holding>> reader) {
        Optional<GateSale> before = books.sale(sale);
        long[] items = new long[2];
        pages.holdings(sale, page -> {
            page.stream()
                    .filter(Holding::live)
                    .forEach(holding -> items[holding.paid() ? 1 : 0] +=
                            holding.reservation().quantity());
            reader.accept(page);
        });
        Optional<GateSale> after = books.sale(sale);
        return before.map(gate -> new Sums(
                gate,
                items[0],
                items[1],
                after.filter(now -> now.stamp().equals(gate.stamp())).isPresent()));
    }

    long held() {
        return reserved + sold;
    }

    boolean agree() {
        return gate.status().reserved() == reserved && gate.status().sold() == sold;
    }
}
