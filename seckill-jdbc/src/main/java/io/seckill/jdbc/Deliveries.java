package io.seckill.jdbc;

import io.seckill.OrderId;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.spi.Delivery;
import io.seckill.spi.LedgerSale;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.dao.DuplicateKeyException;

/** Stores what is delivered. */
record Deliveries(SaleTable sales, OrderTable orders, Transactions transactions, Supplier<Instant> now) {

    List<Delivery> deliver(List<Reservation> reservations) {
        Map<SaleId, List<Integer>> places = new LinkedHashMap<>();
        IntStream.range(0, reservations.size())
                .forEach(place -> places.computeIfAbsent(reservations.get(place).sale(), sale -> new ArrayList<>())
                        .add(place));
        Delivery[] answers = new Delivery[reservations.size()];
        places.forEach((sale, ofSale) -> {
            List<Delivery> deliveries =
                    deliver(sale, ofSale.stream().map(reservations::get).toList());
            IntStream.range(0, ofSale.size()).forEach(i -> answers[ofSale.get(i)] = deliveries.get(i));
        });
        return List.of(answers);
    }

    private List<Delivery> deliver(SaleId sale, List<Reservation> reservations) {
        if (tryStoreUnseen(sale, reservations)) {
            return Collections.nCopies(reservations.size(), Delivery.stored());
        }
        try {
            return store(sale, reservations);
        } catch (DuplicateKeyException e) {
            // Somebody inserted an order id or a slot without this sale's lock: another sale's order, or the host's own
            // code. It is
            // committed now, so another look sees it, and alone each reservation answers only for itself.
            return reservations.stream()
                    .map(reservation -> store(sale, List.of(reservation)).get(0))
                    .toList();
        }
    }

    /**
     * Stores orders without looking whether one of them, or of their buyers, is known: nearly always none is, and the unique indexes
     * say so if one is. They know everything only where the limit is one, so that every live order is in slot 1. The sale's row comes
     * last, so that it is locked no longer than the commit takes.
     *
     * @return false if an order was not stored; none was then
     */
    private boolean tryStoreUnseen(SaleId sale, List<Reservation> reservations) {
        String what = storing(sale);
        Optional<LedgerSale> row = transactions.read(what, () -> sales.find(sale));
        if (row.isEmpty() || row.get().sale().limit() > 1) {
            return false;
        }
        Intake intake = new Intake(row.get(), List.of(), List.of(), now.get());
        if (!reservations.stream()
                .allMatch(reservation -> intake.take(reservation).equals(Delivery.stored()))) {
            return false;
        }
        try {
            return transactions.writeOrUndo(what, () -> {
                orders.insert(intake.added());
                return sales.tryHold(sale, row.get().epoch(), intake.items());
            });
        } catch (DuplicateKeyException e) {
            return false;
        }
    }

    private List<Delivery> store(SaleId sale, List<Reservation> reservations) {
        return transactions.write(
                storing(sale),
                () -> sales.lock(sale)
                        .map(row -> store(row, reservations))
                        .orElseGet(() -> withoutSale(sale, reservations)));
    }

    /** An order can be refused before its sale is known. */
    private List<Delivery> withoutSale(SaleId sale, List<Reservation> reservations) {
        Map<OrderId, OrderRow> known =
                orders.find(ids(reservations)).stream().collect(Collectors.toMap(OrderRow::id, row -> row));
        Delivery unknown = Delivery.retry("sale " + sale + " is unknown to the ledger; open it first");
        return reservations.stream()
                .map(reservation -> {
                    OrderRow row = known.get(reservation.order());
                    return row == null ? unknown : Intake.again(row, reservation);
                })
                .toList();
    }

    private static List<OrderId> ids(List<Reservation> reservations) {
        return reservations.stream().map(Reservation::order).toList();
    }

    private List<Delivery> store(LedgerSale row, List<Reservation> reservations) {
        SaleId sale = row.sale().id();
        Intake intake = new Intake(
                row,
                orders.find(ids(reservations)),
                orders.live(sale, reservations.stream().map(Reservation::buyer).toList()),
                now.get());
        List<Delivery> deliveries = reservations.stream().map(intake::take).toList();
        orders.insert(intake.added());
        if (intake.items() > 0) {
            sales.addHeld(sale, intake.items());
        }
        return deliveries;
    }

    private static String storing(SaleId sale) {
        return "store orders of sale " + sale;
    }
}
