package io.seckill.lab.broken;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.OrderId;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.spi.OnePerUserGuard;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Broken unless a lock keeps the purchases of a buyer apart: what the buyer holds is read in one step, and another step inserts whatever
 * comes. Its table, {@code broken_mark}, has no unique index. {@link io.seckill.jdbc.JdbcOnePerUserGuard} has one, and needs no lock.
 *
 * <p>A broken lock in front of it is seen in its rows; see {@link BrokenJvmLock} and {@link BrokenSetNx}.
 */
public final class BrokenCheckThenMark implements OnePerUserGuard {

    private final JdbcTemplate jdbc;

    /** Makes it on a schema, where {@link #createTable()} is to be called once. */
    public BrokenCheckThenMark(DataSource dataSource) {
        this.jdbc = new JdbcTemplate(dataSource);
    }

    /** Creates the table if it is missing. */
    public void createTable() {
        jdbc.execute("CREATE TABLE IF NOT EXISTS broken_mark (sale_id varchar(64) NOT NULL,"
                + " buyer_id varchar(64) NOT NULL, order_id varchar(64) NOT NULL, quantity int NOT NULL,"
                + " KEY broken_mark_buyer (sale_id, buyer_id)) ENGINE = InnoDB");
    }

    @Override
    public List<Holding> holdings(SaleId sale, BuyerId buyer) {
        return jdbc.query(
                "SELECT order_id, quantity FROM broken_mark WHERE sale_id = ? AND buyer_id = ?",
                (row, number) -> new Holding(
                        Reservation.of(sale, buyer, new OrderId(row.getString("order_id")), row.getInt("quantity")),
                        Optional.empty()),
                sale.value(),
                buyer.value());
    }

    @Override
    public Mark tryMark(Reservation reservation, int limit) {
        jdbc.update(
                "INSERT INTO broken_mark VALUES (?, ?, ?, ?)",
                reservation.sale().value(),
                reservation.buyer().value(),
                reservation.order().value(),
                reservation.quantity());
        return new Mark.Marked();
    }

    @Override
    public Optional<Reservation> unmark(Reservation reservation, ReleaseReason reason) {
        return delete(reservation) == 0 ? Optional.empty() : Optional.of(reservation);
    }

    @Override
    public void undo(Reservation reservation) {
        delete(reservation);
    }

    private int delete(Reservation reservation) {
        return jdbc.update(
                "DELETE FROM broken_mark WHERE sale_id = ? AND buyer_id = ? AND order_id = ?",
                reservation.sale().value(),
                reservation.buyer().value(),
                reservation.order().value());
    }
}
