package io.seckill.jdbc;

import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.spi.Figures;
import io.seckill.spi.LedgerSale;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;

/** The statements on the table of sales. Every value is bound with its type, so the driver never has to ask the server for it. */
record SaleTable(JdbcTemplate jdbc) {

    private static final String SELECT = "SELECT sale_id, total, initial_total, held, buyer_limit, opens_at, closes_at,"
            + " initial_closes_at, pay_within_ms, epoch, settled_at, sold, cancelled, refused"
            + " FROM seckill_sale WHERE sale_id = ?";

    /** Reads every column and no row. */
    void verify() {
        jdbc.query(SELECT + " AND 1 = 0", SaleTable::row, "");
    }

    Optional<LedgerSale> find(SaleId id) {
        return jdbc.query(SELECT, SaleTable::row, id.value()).stream().findFirst();
    }

    /** Locks the sale's row until the end of the transaction. */
    Optional<LedgerSale> lock(SaleId id) {
        return jdbc.query(SELECT + " FOR UPDATE", SaleTable::row, id.value()).stream()
                .findFirst();
    }

    /** Locks the sale's row until the end of the transaction, unless somebody else has it locked. A row that is not there needs no lock. */
    boolean tryLock(SaleId id) {
        return !jdbc.queryForList(
                                "SELECT 1 FROM seckill_sale WHERE sale_id = ? FOR UPDATE SKIP LOCKED",
                                Integer.class,
                                id.value())
                        .isEmpty()
                || find(id).isEmpty();
    }

    void insert(Sale sale) {
        jdbc.update(
                "INSERT INTO seckill_sale (sale_id, total, initial_total, buyer_limit, opens_at, closes_at, initial_closes_at,"
                        + " pay_within_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                sale.id().value(),
                sale.total(),
                sale.total(),
                sale.limit(),
                sale.opens().toEpochMilli(),
                sale.closes().toEpochMilli(),
                sale.closes().toEpochMilli(),
                sale.payWithin().toMillis());
    }

    void setTotal(SaleId id, long total) {
        jdbc.update("UPDATE seckill_sale SET total = ? WHERE sale_id = ?", total, id.value());
    }

    void setCloses(SaleId id, Instant closes) {
        jdbc.update("UPDATE seckill_sale SET closes_at = ? WHERE sale_id = ?", closes.toEpochMilli(), id.value());
    }

    void addHeld(SaleId id, long items) {
        jdbc.update("UPDATE seckill_sale SET held = held + ? WHERE sale_id = ?", items, id.value());
    }

    /** Takes items off. Where the number had been spoilt it stops at zero, so that one sale's error does not stop the sweep of all. */
    void takeHeld(SaleId id, long items) {
        jdbc.update("UPDATE seckill_sale SET held = GREATEST(held - ?, 0) WHERE sale_id = ?", items, id.value());
    }

    void setHeld(SaleId id, long items) {
        jdbc.update("UPDATE seckill_sale SET held = ? WHERE sale_id = ?", items, id.value());
    }

    void setEpoch(SaleId id, int epoch) {
        jdbc.update("UPDATE seckill_sale SET epoch = ? WHERE sale_id = ?", epoch, id.value());
    }

    void settle(SaleId id, Figures figures, Instant now) {
        jdbc.update(
                "UPDATE seckill_sale SET settled_at = ?, sold = ?, cancelled = ?, refused = ? WHERE sale_id = ?",
                now.toEpochMilli(),
                figures.paid(),
                figures.cancelled(),
                figures.refused(),
                id.value());
    }

    /**
     * Counts items of buyers who may hold one each; false, and nothing changed, if they do not fit, or the sale is another kind or of
     * another epoch.
     */
    boolean tryHold(SaleId id, int epoch, long items) {
        return jdbc.update(
                        "UPDATE seckill_sale SET held = held + ?"
                                + " WHERE sale_id = ? AND buyer_limit = 1 AND epoch = ? AND held + ? <= total",
                        items,
                        id.value(),
                        epoch,
                        items)
                == 1;
    }

    private static LedgerSale row(ResultSet row, int number) throws SQLException {
        Sale sale = new Sale(
                new SaleId(row.getString("sale_id")),
                row.getLong("total"),
                row.getInt("buyer_limit"),
                instant(row, "opens_at"),
                instant(row, "closes_at"),
                Duration.ofMillis(row.getLong("pay_within_ms")));
        return new LedgerSale(
                sale,
                sale.withTotal(row.getLong("initial_total")).withCloses(instant(row, "initial_closes_at")),
                row.getLong("held"),
                row.getInt("epoch"),
                Optional.ofNullable(row.getObject("settled_at")).isPresent()
                        ? Optional.of(
                                new Figures(0, row.getLong("sold"), row.getLong("cancelled"), row.getLong("refused")))
                        : Optional.empty());
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return Instant.ofEpochMilli(row.getLong(column));
    }
}
