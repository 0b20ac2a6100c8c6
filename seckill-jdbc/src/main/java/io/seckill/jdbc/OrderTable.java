package io.seckill.jdbc;

import io.seckill.BuyerId;
import io.seckill.OrderId;
import io.seckill.OrderStatus;
import io.seckill.PaymentId;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
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
