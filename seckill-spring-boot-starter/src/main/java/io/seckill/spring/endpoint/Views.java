package io.seckill.spring.endpoint;

import io.seckill.AuditEntry;
import io.seckill.DeadLetter;
import io.seckill.OrderId;
import io.seckill.Sale;
import io.seckill.SaleStatus;
import io.seckill.reconcile.Drift;
import io.seckill.reconcile.DriftReport;
import io.seckill.spi.Outbox.Backlog;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the endpoint shows, as maps of plain values, which every JSON library of every Spring Boot writes the same way. */
final class Views {

    private Views() {}

    static Map<String, Object> of(SaleStatus status) {
        Sale sale = status.sale();
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("id", sale.id().value());
        view.put("state", status.state().name());
        view.put("selling", status.selling());
        view.put("total", sale.total());
        view.put("available", status.available());
        view.put("reserved", status.reserved());
        view.put("sold", status.sold());
        view.put("limit", sale.limit());
        view.put("opens", sale.opens().toString());
        view.put("closes", sale.closes().toString());
        view.put("payWithin", sale.payWithin().toString());
        view.put("serverTime", status.serverTime().toString());
        return view;
    }

    static Map<String, Object> of(AuditEntry entry) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("who", entry.who());
        view.put("what", entry.what());
        view.put("when", entry.when().toString());
        return view;
    }

    static Map<String, Object> of(DeadLetter letter) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("id", letter.id());
        letter.reservation().ifPresent(reservation -> {
            view.put("sale", reservation.sale().value());
            view.put("buyer", reservation.buyer().value());
            view.put("order", reservation.order().value());
            view.put("quantity", reservation.quantity());
        });
        view.put("attempts", letter.attempts());
        view.put("firstError", letter.firstError());
        view.put("lastError", letter.lastError());
        view.put("when", letter.when().toString());
        return view;
    }

    static Map<String, Object> of(DriftReport report) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("sale", report.sale().value());
        view.put("clean", report.clean());
        view.put("drifts", report.drifts().stream().map(Views::of).toList());
        view.put("unnamed", report.unnamed());
        view.put("notCompared", report.notCompared());
        return view;
    }

    private static Map<String, Object> of(Drift drift) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("kind", drift.kind().name());
        view.put("orders", drift.orders().stream().map(OrderId::value).toList());
        view.put("figures", drift.figures());
        return view;
    }

    static Map<String, Object> of(Backlog backlog) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("parcels", backlog.parcels());
        view.put("pending", backlog.taken());
        view.put("oldest", backlog.oldest().toString());
        view.put("deadLetters", backlog.dead());
        return view;
    }
}
