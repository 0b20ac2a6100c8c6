package io.seckill.jdbc;

import io.seckill.BuyerId;
import io.seckill.OrderId;
import io.seckill.OrderStatus;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
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

/** The statements on the two tables. Every value is bound with its type, so the driver never has to ask the server for it. */
final class OrderTables {

    /** Rows or ids in one statement: some 100 kB, far below any server's packet limit. */
    private static final int CHUNK = 500;

    private static final String SALE = "SELECT sale_id, total, initial_total, held, buyer_limit, opens_at, closes_at"
            + " FROM seckill_sale WHERE sale_id = ?";
    private static final String ORDER =
            "SELECT order_id, sale_id, buyer_id, quantity, status, live_slot, reason, created_at"
                    + " FROM seckill_order WHERE ";
    private static final String INSERT_ORDERS = "INSERT INTO seckill_order"
            + " (order_id, sale_id, buyer_id, quantity, status, live_slot, reason, created_at, updated_at) VALUES ";

    private final JdbcTemplate jdbc;

    OrderTables(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Reads every column of both tables and no row. */
    void verify() {
        jdbc.query(SALE + " AND 1 = 0", OrderTables::saleRow, "");
        jdbc.query(ORDER + "1 = 0", (row, number) -> orderRow(row));
    }

    Optional<SaleRow> sale(SaleId id) {
        return jdbc.query(SALE, OrderTables::saleRow, id.value()).stream().findFirst();
    }

    /** Locks the sale's row until the end of the transaction. */
    Optional<SaleRow> lock(SaleId id) {
        return jdbc.query(SALE + " FOR UPDATE", OrderTables::saleRow, id.value()).stream()
                .findFirst();
    }

    void insert(Sale sale) {
        jdbc.update(
                "INSERT INTO seckill_sale (sale_id, total, initial_total, held, buyer_limit, opens_at, closes_at)"
                        + " VALUES (?, ?, ?, 0, ?, ?, ?)",
                sale.id().value(),
                sale.total(),
                sale.total(),
                sale.limit(),
                sale.opens().toEpochMilli(),
                sale.closes().toEpochMilli());
    }

    void setTotal(SaleId id, long total) {
        jdbc.update("UPDATE seckill_sale SET total = ? WHERE sale_id = ?", total, id.value());
    }

    void addHeld(SaleId id, long items) {
        jdbc.update("UPDATE seckill_sale SET held = held + ? WHERE sale_id = ?", items, id.value());
    }

    /** Counts items of buyers who may hold one each; false, and nothing changed, if they do not fit or the sale is another kind. */
    boolean tryHold(SaleId id, long items) {
        return jdbc.update(
                        "UPDATE seckill_sale SET held = held + ?"
                                + " WHERE sale_id = ? AND buyer_limit = 1 AND held + ? <= total",
                        items,
                        id.value(),
                        items)
                == 1;
    }

    List<OrderRow> orders(Collection<OrderId> ids) {
        return chunked(
                ids.stream().map(OrderId::value).distinct().toList(),
                chunk -> jdbc.query(
                        ORDER + "order_id IN (" + list("?", chunk.size()) + ")",
                        statement -> bind(statement, 1, chunk),
                        (row, number) -> orderRow(row)));
    }

    /** Returns the buyers' live orders. The few dead ones are left out here: asking the index for them costs the server more. */
    List<OrderRow> liveOrders(SaleId sale, Collection<BuyerId> buyers) {
        List<OrderRow> rows = chunked(
                buyers.stream().map(BuyerId::value).distinct().toList(),
                chunk -> jdbc.query(
                        ORDER + "sale_id = ? AND buyer_id IN (" + list("?", chunk.size()) + ")",
                        statement -> {
                            statement.setString(1, sale.value());
                            bind(statement, 2, chunk);
                        },
                        (row, number) -> orderRow(row)));
        return rows.stream().filter(row -> row.slot() != null).toList();
    }

    /**
     * Inserts many rows with one statement, whatever the driver makes of JDBC batches. The values are written into it: the driver would
     * look for thousands of placeholders longer than the server needs to store the rows, and the types leave no character in an id or a
     * reason that would have to be escaped.
     */
    void insert(List<OrderRow> rows) {
        chunked(rows, chunk -> {
            jdbc.update(chunk.stream().map(OrderTables::literals).collect(Collectors.joining(",", INSERT_ORDERS, "")));
            return List.of();
        });
    }

    private static String literals(OrderRow row) {
        Reservation reservation = row.reservation();
        long created = row.created().toEpochMilli();
        return "('" + reservation.order() + "','" + reservation.sale() + "','" + reservation.buyer() + "',"
                + reservation.quantity() + ",'" + row.status() + "'," + row.slot() + ","
                + row.reason().map(reason -> "'" + reason.tag() + "'").orElse("NULL") + "," + created + "," + created
                + ")";
    }

    private static void bind(PreparedStatement statement, int first, List<String> values) throws SQLException {
        for (int i = 0; i < values.size(); i++) {
            statement.setString(first + i, values.get(i));
        }
    }

    private static SaleRow saleRow(ResultSet row, int number) throws SQLException {
        Sale sale = new Sale(
                new SaleId(row.getString("sale_id")),
                row.getLong("total"),
                row.getInt("buyer_limit"),
                Instant.ofEpochMilli(row.getLong("opens_at")),
                Instant.ofEpochMilli(row.getLong("closes_at")));
        return new SaleRow(sale, row.getLong("initial_total"), row.getLong("held"));
    }

    private static OrderRow orderRow(ResultSet row) throws SQLException {
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
                Instant.ofEpochMilli(row.getLong("created_at")));
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
