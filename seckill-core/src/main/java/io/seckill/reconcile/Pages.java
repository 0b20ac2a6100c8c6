package io.seckill.reconcile;

import io.seckill.Holding;
import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.spi.GateBooks;
import io.seckill.spi.GateBooks.Page;
import io.seckill.spi.LedgerBooks;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Turns the pages of the books, so that never more than one is in memory. */
record Pages(GateBooks gate, LedgerBooks books, int size) {

    void holdings(SaleId sale, Consumer<List<Holding>> reader) {
        turn(cursor -> gate.holdings(sale, cursor, size), reader);
    }

    void parcels(SaleId sale, Consumer<List<Reservation>> reader) {
        turn(cursor -> gate.parcels(sale, cursor, size), reader);
    }

    void deadLetters(SaleId sale, Consumer<List<Reservation>> reader) {
        turn(cursor -> gate.deadLetters(sale, cursor, size), reader);
    }

    void orders(SaleId sale, Consumer<List<Order>> reader) {
        List<Order> page = books.orders(sale, Optional.empty(), size);
        while (!page.isEmpty()) {
            reader.accept(page);
            OrderId last = page.get(page.size() - 1).reservation().order();
            page = page.size() < size ? List.of() : books.orders(sale, Optional.of(last), size);
        }
    }

    /** Cuts what is in memory already into pages. */
    <T> void of(Collection<T> all, Consumer<List<T>> reader) {
        List<T> list = new ArrayList<>(all);
        for (int from = 0; from < list.size(); from += size) {
            reader.accept(list.subList(from, Math.min(from + size, list.size())));
        }
    }

    private static <T> void turn(Function<Optional<String>, Page<T>> book, Consumer<List<T>> reader) {
        Optional<String> cursor = Optional.empty();
        do {
            Page<T> page = book.apply(cursor);
            reader.accept(page.items());
            cursor = page.next();
        } while (cursor.isPresent());
    }
}
