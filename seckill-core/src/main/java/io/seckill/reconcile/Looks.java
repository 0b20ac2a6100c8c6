package io.seckill.reconcile;

import io.seckill.Holding;
import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.spi.GateBooks;
import io.seckill.spi.LedgerBooks;
import io.seckill.spi.OrderLedger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Looks at single orders everywhere: in the outbox, then in the ledger, then in the gate. In this order, since what a reservation leaves
 * behind it is written before it moves on: it is stored before it leaves the outbox, and the gate is told before the ledger notes so.
 */
record Looks(Pages pages, OrderLedger ledger) {

    GateBooks gate() {
        return pages.gate();
    }

    LedgerBooks books() {
        return pages.books();
    }

    /** Returns those that differ if nothing is on its way; a closer look must follow. */
    List<Finding> atFirstSight(SaleId sale, List<Suspect> page) {
        return judge(sale, page, Set.of(), false);
    }

    /** Returns those that differ, though nothing of them seems to be on its way. */
    List<Finding> closely(SaleId sale, Collection<Suspect> suspects) {
        if (suspects.isEmpty()) {
            return List.of(); // and outbox and dead letters, which may be long, are not read
        }
        Set<OrderId> asked = suspects.stream().map(Suspect::order).collect(Collectors.toSet());
        Set<OrderId> inTransit = new HashSet<>();
        Consumer<List<Reservation>> noting = reservations -> reservations.stream()
                .map(Reservation::order)
                .filter(asked::contains)
                .forEach(inTransit::add);
        pages.parcels(sale, noting);
        pages.deadLetters(sale, noting);
        List<Finding> findings = new ArrayList<>();
        pages.of(suspects, page -> findings.addAll(judge(sale, page, inTransit, true)));
        return findings;
    }

    private List<Finding> judge(SaleId sale, List<Suspect> page, Set<OrderId> inTransit, boolean closely) {
        List<OrderId> ids = page.stream().map(Suspect::order).toList();
        Map<Suspect, Order> orders = ledger.find(ids).stream()
                .filter(order -> order.reservation().sale().equals(sale))
                .collect(Collectors.toMap(Suspect::of, Function.identity()));
        Set<OrderId> untold = closely ? books().untold(ids) : Set.of();
        Map<Suspect, Holding> holdings = gate()
                .holdings(sale, page.stream().map(Suspect::buyer).toList())
                .stream()
                .collect(Collectors.toMap(
                        holding -> Suspect.of(holding.reservation()), Function.identity(), (one, other) -> one));
        List<Finding> findings = new ArrayList<>();
        for (Suspect suspect : page) {
            Optional<Holding> holding = Optional.ofNullable(holdings.get(suspect));
            Optional<Order> order = Optional.ofNullable(orders.get(suspect));
            Finding.judge(holding, order, inTransit.contains(suspect.order()), untold.contains(suspect.order()))
                    .ifPresent(kind -> findings.add(new Finding(kind, suspect, holding, order)));
        }
        return findings;
    }
}
