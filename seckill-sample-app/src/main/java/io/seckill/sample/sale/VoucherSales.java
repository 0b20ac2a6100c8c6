package io.seckill.sample.sale;

import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.spi.SaleSource;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.support.TransactionOperations;

/** The tables {@code voucher} and {@code voucher_sale}. As a {@link SaleSource} they let sales be opened ahead of their window. */
@Repository
class VoucherSales implements SaleSource {

    private static final String SELECT = "SELECT v.title, v.price_cents, s.sale_id, s.total, s.buyer_limit, s.opens_at,"
            + " s.closes_at, s.pay_within_ms FROM voucher_sale s JOIN voucher v ON v.id = s.voucher_id ";

    private final JdbcClient jdbc;
    private final TransactionOperations transaction;

    VoucherSales(JdbcClient jdbc, TransactionOperations transaction) {
        this.jdbc = jdbc;
        this.transaction = transaction;
    }

    /** Stores a voucher and its sale, unless a sale of this id is there: then the one that is there is returned, and stays. */
    Optional<VoucherSale> addOrFind(VoucherSale wanted) {
        Optional<VoucherSale> existing = find(wanted.sale().id());
        if (existing.isPresent()) {
            return existing;
        }
        try {
            transaction.executeWithoutResult(status -> insert(wanted));
            return Optional.empty();
        } catch (DuplicateKeyException somebodyWasFaster) {
            return find(wanted.sale().id());
        }
    }

    Optional<VoucherSale> find(SaleId sale) {
        return jdbc.sql(SELECT + "WHERE s.sale_id = ?")
                .param(sale.value())
                .query(VoucherSales::map)
                .optional();
    }

    List<VoucherSale> all() {
        return jdbc.sql(SELECT).query(VoucherSales::map).list();
    }

    /** Returns future sales only. One that should be selling and is unknown to the gate is a matter for the operator, not for a schedule. */
    @Override
    public List<Sale> opensBefore(Instant horizon) {
        return jdbc
                .sql(SELECT + "WHERE s.opens_at > ? AND s.opens_at < ?")
                .param(Instant.now().toEpochMilli())
                .param(horizon.toEpochMilli())
                .query(VoucherSales::map)
                .list()
                .stream()
                .map(VoucherSale::sale)
                .toList();
    }

    private void insert(VoucherSale wanted) {
        jdbc.sql("INSERT INTO voucher (title, price_cents) VALUES (?, ?)")
                .params(wanted.title(), wanted.priceCents())
                .update();
        Sale sale = wanted.sale();
        jdbc.sql("INSERT INTO voucher_sale (sale_id, voucher_id, total, buyer_limit, opens_at, closes_at,"
                        + " pay_within_ms) VALUES (?, LAST_INSERT_ID(), ?, ?, ?, ?, ?)")
                .params(
                        sale.id().value(),
                        sale.total(),
                        sale.limit(),
                        sale.opens().toEpochMilli(),
                        sale.closes().toEpochMilli(),
                        sale.payWithin().toMillis())
                .update();
    }

    private static VoucherSale map(ResultSet row, int number) throws SQLException {
        return new VoucherSale(
                row.getString("title"),
                row.getLong("price_cents"),
                new Sale(
                        new SaleId(row.getString("sale_id")),
                        row.getLong("total"),
                        row.getInt("buyer_limit"),
                        Instant.ofEpochMilli(row.getLong("opens_at")),
                        Instant.ofEpochMilli(row.getLong("closes_at")),
                        Duration.ofMillis(row.getLong("pay_within_ms"))));
    }
}
