package io.seckill.jdbc;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.OrderId;
import io.seckill.ReleaseReason;
import io.seckill.RequestKey;
import io.seckill.Reservation;
import io.seckill.SaleId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.SqlParameterValue;

/** The statements on {@code seckill_mark}, which has a row for each item. */
record MarkTable(JdbcTemplate jdbc) {

    private static final String LIVE = " WHERE sale_id = ? AND buyer_id = ? AND order_id = ? AND live_slot IS NOT NULL";

    BuyerMarks of(SaleId sale, BuyerId buyer) {
        Map<OrderId, Holding> holdings = new LinkedHashMap<>();
        BitSet taken = new BitSet();
        jdbc.query(
                "SELECT order_id, request_key, live_slot, reason FROM seckill_mark"
                        + " WHERE sale_id = ? AND buyer_id = ? ORDER BY mark_id",
                (ResultSet row) -> {
                    Holding item = item(sale, buyer, row);
                    holdings.merge(item.reservation().order(), item, MarkTable::together);
                    if (item.live()) {
                        taken.set(row.getInt("live_slot"));
                    }
                },
                sale.value(),
                buyer.value());
        return new BuyerMarks(List.copyOf(holdings.values()), taken);
    }

    /** Inserts all items in these slots with one statement, or returns false because a slot, the order id or the key is taken. */
    boolean insert(Reservation reservation, int[] slots) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < slots.length; i++) {
            Collections.addAll(
                    values,
                    reservation.sale().value(),
                    reservation.buyer().value(),
                    reservation.order().value(),
                    i + 1,
                    // with its type, else the driver is asked what a null is
                    new SqlParameterValue(
                            Types.VARCHAR,
                            reservation.requestKey().map(RequestKey::value).orElse(null)),
                    slots[i]);
        }
        try {
            jdbc.update(
                    "INSERT INTO seckill_mark (sale_id, buyer_id, order_id, item, request_key, live_slot) VALUES "
                            + String.join(", ", Collections.nCopies(slots.length, "(?, ?, ?, ?, ?, ?)")),
                    values.toArray());
            return true;
        } catch (DuplicateKeyException e) {
            return false;
        }
    }

    /** Frees the slots, and returns how many items were live. */
    int release(Reservation reservation, ReleaseReason reason) {
        return jdbc.update(
                "UPDATE seckill_mark SET live_slot = NULL, reason = ?" + LIVE,
                reason.tag(),
                reservation.sale().value(),
                reservation.buyer().value(),
                reservation.order().value());
    }

    /** Deletes the rows, and returns how many items were live. */
    int delete(Reservation reservation) {
        return jdbc.update(
                "DELETE FROM seckill_mark" + LIVE,
                reservation.sale().value(),
                reservation.buyer().value(),
                reservation.order().value());
    }

    private static Holding item(SaleId sale, BuyerId buyer, ResultSet row) throws SQLException {
        Reservation one = new Reservation(
                sale,
                buyer,
                new OrderId(row.getString("order_id")),
                1,
                Optional.ofNullable(row.getString("request_key")).map(RequestKey::new));
        return new Holding(one, Optional.ofNullable(row.getString("reason")).map(ReleaseReason::new));
    }

    private static Holding together(Holding items, Holding more) {
        Reservation first = items.reservation();
        return new Holding(
                new Reservation(
                        first.sale(),
                        first.buyer(),
                        first.order(),
                        first.quantity() + more.reservation().quantity(),
                        first.requestKey()),
                items.released());
    }
}
