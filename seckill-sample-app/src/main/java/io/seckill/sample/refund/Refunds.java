package io.seckill.sample.refund;

import io.seckill.LatePayment;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.spi.LatePaymentHandler;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table {@code refund}. A payment gets one row, however often it is handed over. */
@Repository
class Refunds implements LatePaymentHandler {

    private final JdbcClient jdbc;

    Refunds(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Throws if the price is not known, so that the payment is handed over again. */
    @Override
    public void refund(LatePayment late) {
        Reservation order = late.order().reservation();
        jdbc.sql("INSERT INTO refund (order_id, payment_id, sale_id, buyer_id, amount_cents, refunded_at)"
                        + " VALUES (?, ?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE refund.payment_id = refund.payment_id")
                .params(
                        order.order().value(),
                        late.payment().value(),
                        order.sale().value(),
                        order.buyer().value(),
                        Math.multiplyExact(priceCents(order.sale()), order.quantity()),
                        Instant.now().toEpochMilli())
                .update();
    }

    private long priceCents(SaleId sale) {
        return jdbc.sql("SELECT v.price_cents FROM voucher_sale s JOIN voucher v ON v.id = s.voucher_id"
                        + " WHERE s.sale_id = ?")
                .param(sale.value())
                .query(Long.class)
                .optional()
                .orElseThrow(
                        () -> new IllegalStateException(
                                "sale " + sale
                                        + " has no voucher, so nobody knows how much to give back; add its rows to voucher and voucher_sale"));
    }

    /** Returns the newest refunds. */
    List<Refund> newest(int limit) {
        return jdbc.sql("SELECT order_id, payment_id, sale_id, buyer_id, amount_cents, refunded_at FROM refund"
                        + " ORDER BY refunded_at DESC, order_id, payment_id LIMIT ?")
                .param(limit)
                .query((row, number) -> new Refund(
                        row.getString("order_id"),
                        row.getString("payment_id"),
                        row.getString("sale_id"),
                        row.getString("buyer_id"),
                        row.getLong("amount_cents"),
                        Instant.ofEpochMilli(row.getLong("refunded_at"))))
                .list();
    }
}
