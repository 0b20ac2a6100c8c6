package io.seckill.jdbc;

import io.seckill.OrderId;
import io.seckill.PaymentId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;

/** The statements on the table of late payments. */
record LatePaymentTable(JdbcTemplate jdbc) {

    private static final String SELECT =
            "SELECT order_id, payment_id, received_at FROM seckill_late_payment WHERE refunded_at IS NULL";
    private static final String OLDEST_FIRST = " ORDER BY received_at LIMIT ?";

    /** Reads every column and no row. */
    void verify() {
        jdbc.query(SELECT + " AND due_at = 0 AND 1 = 0", LatePaymentTable::row);
    }

    /** Keeps a payment, unless it is kept already. */
    void keep(OrderId order, PaymentId payment, Instant now) {
        jdbc.update(
                "INSERT INTO seckill_late_payment (order_id, payment_id, received_at, due_at) VALUES (?, ?, ?, ?)"
                        + " ON DUPLICATE KEY UPDATE order_id = order_id",
                order.value(),
                payment.value(),
                now.toEpochMilli(),
                now.toEpochMilli());
    }

    List<Row> open(int limit) {
        return jdbc.query(SELECT + OLDEST_FIRST, LatePaymentTable::row, limit);
    }

    /** Locks payments that nobody else has locked or claimed, longest due first. */
    List<Row> lockDue(int limit, Instant now) {
        return jdbc.query(
                SELECT + " AND due_at <= ? ORDER BY due_at LIMIT ? FOR UPDATE SKIP LOCKED",
                LatePaymentTable::row,
                now.toEpochMilli(),
                limit);
    }

    void claim(List<Row> payments, Instant until) {
        jdbc.batchUpdate(
                "UPDATE seckill_late_payment SET due_at = ? WHERE order_id = ? AND payment_id = ?",
                payments.stream()
                        .map(late -> new Object[] {
                            until.toEpochMilli(),
                            late.order().value(),
                            late.payment().value()
                        })
                        .toList());
    }

    boolean refund(OrderId order, PaymentId payment, Instant now) {
        return jdbc.update(
                        "UPDATE seckill_late_payment SET refunded_at = ?"
                                + " WHERE order_id = ? AND payment_id = ? AND refunded_at IS NULL",
                        now.toEpochMilli(),
                        order.value(),
                        payment.value())
                == 1;
    }

    private static Row row(ResultSet row, int number) throws SQLException {
        return new Row(
                new OrderId(row.getString("order_id")),
                new PaymentId(row.getString("payment_id")),
                Instant.ofEpochMilli(row.getLong("received_at")));
    }

    /** A payment that waits to be given back. */
    record Row(OrderId order, PaymentId payment, Instant received) {}
}
