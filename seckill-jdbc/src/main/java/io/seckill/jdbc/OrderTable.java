package io.seckill.jdbc;

import io.seckill.BuyerId;
import io.seckill.OrderId;
import io.seckill.OrderStatus;
import io.seckill.PaymentId;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.spi.Figures;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.JdbcTemplate;

/** The statements on the table of orders. */
record OrderTable(JdbcTemplate jdbc) {

    /** Rows or ids in one statement: some 100 kB, far below any server's packet limit. */
    private static final int CHUNK = 500;

    private static final String COLUMNS =
            "order_id, sale_id, buyer_id, quantity, status, live_slot, reason, created_at, updated_at, pay_by, payment_id";
    private static final String SELECT = "SELECT " + COLUMNS + " FROM seckill_order WHERE ";
    private static final String INSERT = "INSERT INTO seckill_order (" + COLUMNS + ") VALUES ";

    /** Reads every column and no row. */
    void verify() {
        jdbc.query(SELECT + "gate_due_at IS NULL AND 1 = 0", OrderTable::row);
    }

    List<OrderRow> find(Collection<OrderId> ids) {
        return chunked(
                ids.stream().map(OrderId::value).distinct().toList(),
                chunk -> jdbc.query(
                        SELECT + "order_id IN (" + list("?", chunk.size()) + ")",
                        statement -> bind(statement, 1, chunk),
                        OrderTable::row));
    }

    /** Returns the buyers' live orders. The few dead ones are left out here: asking the index for them costs the server more. */
    List<OrderRow> live(SaleId sale, Collection<BuyerId> buyers) {
        List<OrderRow> rows = chunked(
                buyers.stream().map(BuyerId::value).distinct().toList(),
                chunk -> jdbc.query(
                        SELECT + "sale_id = ? AND buyer_id IN (" + list("?", chunk.size()) + ")",
                        statement -> {
                            statement.setString(1, sale.value());
                            bind(statement, 2, chunk);
                        },
                        OrderTable::row));
        return rows.stream().filter(row -> row.slot() != null).toList();
    }

    /** Returns orders of a sale whose ids are greater, sorted by id. */
    List<OrderRow> page(SaleId sale, String after, int limit) {
        return jdbc.query(
                SELECT + "sale_id = ? AND order_id > ? ORDER BY order_id LIMIT ?",
                OrderTable::row,
                sale.value(),
                after,
                limit);
    }

    Figures figures(SaleId sale) {
        Map<OrderStatus, Long> items = new EnumMap<>(OrderStatus.class);
        jdbc.query(
                "SELECT status, SUM(quantity) AS items FROM seckill_order WHERE sale_id = ? GROUP BY status",
                row -> {
                    items.put(OrderStatus.valueOf(row.getString("status")), row.getLong("items"));
                },
                sale.value());
        return new Figures(
                items.getOrDefault(OrderStatus.UNPAID, 0L),
                items.getOrDefault(OrderStatus.PAID, 0L),
                items.getOrDefault(OrderStatus.CANCELLED, 0L),
                items.getOrDefault(OrderStatus.REFUSED, 0L));
    }

    /** Locks unpaid orders whose deadline is past and that nobody has locked, oldest deadline first, except those of some sales. */
    List<OrderRow> lockOverdue(int limit, Instant now, Set<SaleId> except) {
        String others = except.isEmpty()
                ? ""
                : except.stream()
                        .map(SaleId::value)
                        .collect(Collectors.joining("', '", " AND sale_id NOT IN ('", "')"));
        return jdbc.query(
                SELECT + "status = 'UNPAID' AND pay_by <= ?" + others
                        + " ORDER BY pay_by LIMIT ? FOR UPDATE SKIP LOCKED",
                OrderTable::row,
                now.toEpochMilli(),
                limit);
    }

    /** Locks changed orders of which the gate is to be told and that nobody has locked, longest due first. */
    List<OrderRow> lockUntold(int limit, Instant now) {
        return jdbc.query(
                SELECT + "gate_due_at <= ? ORDER BY gate_due_at LIMIT ? FOR UPDATE SKIP LOCKED",
                OrderTable::row,
                now.toEpochMilli(),
                limit);
    }

    /** Marks an unpaid order as paid; false, and nothing changed, if it is not unpaid. */
    boolean tryPay(OrderId order, PaymentId payment, Instant now, Instant gateDue) {
        return jdbc.update(
                        "UPDATE seckill_order SET status = 'PAID', payment_id = ?, updated_at = ?, gate_due_at = ?"
                                + " WHERE order_id = ? AND status = 'UNPAID'",
                        payment.value(),
                        now.toEpochMilli(),
                        gateDue.toEpochMilli(),
                        order.value())
                == 1;
    }

    /** Cancels an unpaid order; false, and nothing changed, if it is not unpaid. */
    boolean tryCancel(OrderId order, ReleaseReason reason, Instant now, Instant gateDue) {
        return cancel("order_id = ? AND status = 'UNPAID'", List.of(order), reason, now, gateDue) == 1;
    }

    /** Cancels unpaid orders that this transaction has locked. */
    void cancelLocked(List<OrderId> orders, ReleaseReason reason, Instant now, Instant gateDue) {
        chunked(orders, chunk -> {
            cancel("order_id IN (" + list("?", chunk.size()) + ")", chunk, reason, now, gateDue);
            return List.of();
        });
    }

    private int cancel(String where, List<OrderId> orders, ReleaseReason reason, Instant now, Instant gateDue) {
        return jdbc.update(
                "UPDATE seckill_order SET status = 'CANCELLED', live_slot = NULL, reason = ?, updated_at = ?, gate_due_at = ?"
                        + " WHERE " + where,
                statement -> {
                    statement.setString(1, reason.tag());
                    statement.setLong(2, now.toEpochMilli());
                    statement.setLong(3, gateDue.toEpochMilli());
                    bind(statement, 4, orders.stream().map(OrderId::value).toList());
                });
    }

    /** Sets when the gate is to be told of orders. */
    void postpone(List<OrderId> orders, Instant gateDue) {
        setGateDue(Long.toString(gateDue.toEpochMilli()), orders);
    }

    /** The gate knows. */
    void told(Collection<OrderId> orders) {
        setGateDue("NULL", orders);
    }

    /** Returns those of the orders of which the gate is to be told. */
    List<OrderId> untold(Collection<OrderId> ids) {
        return chunked(
                ids.stream().map(OrderId::value).distinct().toList(),
                chunk -> jdbc.query(
                        "SELECT order_id FROM seckill_order WHERE gate_due_at IS NOT NULL AND order_id IN ("
                                + list("?", chunk.size()) + ")",
                        statement -> bind(statement, 1, chunk),
                        (row, number) -> new OrderId(row.getString(1))));
    }

    private void setGateDue(String due, Collection<OrderId> orders) {
        chunked(orders.stream().map(OrderId::value).distinct().toList(), chunk -> {
            jdbc.update(
                    "UPDATE seckill_order SET gate_due_at = " + due + " WHERE order_id IN (" + list("?", chunk.size())
                            + ")",
                    statement -> bind(statement, 1, chunk));
            return List.of();
        });
    }

    /**
     * Inserts many rows with one statement, whatever the driver makes of JDBC batches. The values are written into it: the driver would
     * look for thousands of placeholders longer than the server needs to store the rows, and the types leave no character in an id or a
     * reason that would have to be escaped.
     */
    void insert(List<OrderRow> rows) {
        chunked(rows, chunk -> {
            jdbc.update(chunk.stream().map(OrderTable::literals).collect(Collectors.joining(",", INSERT, "")));
            return List.of();
        });
    }

    private static String literals(OrderRow row) {
        Reservation reservation = row.reservation();
        long created = row.created().toEpochMilli();
        return "('" + reservation.order() + "','" + reservation.sale() + "','" + reservation.buyer() + "',"
                + reservation.quantity() + ",'" + row.status() + "'," + row.slot() + ","
                + row.reason().map(reason -> "'" + reason.tag() + "'").orElse("NULL") + "," + created + "," + created
                + "," + row.payBy().toEpochMilli() + ",NULL)";
    }

    private static void bind(PreparedStatement statement, int first, List<String> values) throws SQLException {
        for (int i = 0; i < values.size(); i++) {
            statement.setString(first + i, values.get(i));
        }
    }

    static OrderRow row(ResultSet row, int number) throws SQLException {
        Reservation reservation = Reservation.of(
                new SaleId(row.getString("sale_id")),
                new BuyerId(row.getString("buyer_id")),
                new OrderId(row.getString("order_id")),
                row.getInt("quantity"));
        return new OrderRow(
                reservation,
                OrderStatus.valueOf(row.getString("status")),
                row.getObject("live_slot", Integer.class),
                Optional.ofNullable(row.getString("reason")).map(ReleaseReason::new),
                Instant.ofEpochMilli(row.getLong("created_at")),
                Instant.ofEpochMilli(row.getLong("pay_by")),
                Optional.ofNullable(row.getString("payment_id")).map(PaymentId::new));
    }

    private static String list(String item, int count) {
        return String.join(", ", Collections.nCopies(count, item));
    }

    private static <T, R> List<R> chunked(List<T> all, Function<List<T>, List<R>> statement) {
        List<R> results = new ArrayList<>();
        for (int from = 0; from < all.size(); from += CHUNK) {
            results.addAll(statement.apply(all.subList(from, Math.min(all.size(), from + CHUNK))));
        }
        return results;
    }
}
