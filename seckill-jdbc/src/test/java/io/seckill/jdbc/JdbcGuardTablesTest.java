package io.seckill.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.seckill.SaleId;
import io.seckill.test.contract.Samples;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;

/** What the guards' tables hold fast by themselves, whoever writes to them. */
class JdbcGuardTablesTest {

    private static Fixture fixture;

    private final SaleId sale = Samples.saleId();

    @BeforeAll
    static void createSchema() {
        fixture = Fixture.fresh();
    }

    @AfterAll
    static void dropSchema() {
        fixture.close();
    }

    @Test
    void creatingTheTablesAgainChangesNothing() {
        JdbcConditionalStockGuard stock = new JdbcConditionalStockGuard(fixture.pool);
        stock.start(sale, 3);

        JdbcSchema.create(fixture.pool);

        assertThat(stock.available(sale)).hasValue(3);
    }

    @Test
    void noCountFallsBelowZero() {
        new JdbcConditionalStockGuard(fixture.pool).start(sale, 3);

        assertRefused("UPDATE seckill_stock SET available = available - 4 WHERE sale_id = ?", sale.value());
    }

    @Test
    void noTwoItemsOfABuyerHaveOneSlot() {
        mark("order-1", 1, null, 1);

        assertRefusedMark("order-2", 1, null, 1);
        mark("order-2", 1, null, 2);
    }

    @Test
    void releasedItemsHaveNoSlotButTheirOrderIdAndRequestKeyStayTaken() {
        mark("order-1", 1, "form-1", 1);
        mark("order-2", 1, "form-2", 2);
        fixture.jdbc.update(
                "UPDATE seckill_mark SET live_slot = NULL, reason = 'cancelled' WHERE sale_id = ?", sale.value());

        assertRefusedMark("order-1", 1, "form-3", 1);
        assertRefusedMark("order-3", 1, "form-1", 1);
        mark("order-3", 1, "form-3", 1);
    }

    @Test
    void anItemIsLiveOrReleasedAndNeverBoth() {
        mark("order-1", 1, null, 1);

        assertRefused("UPDATE seckill_mark SET live_slot = NULL WHERE sale_id = ?", sale.value());
        assertRefused("UPDATE seckill_mark SET reason = 'cancelled' WHERE sale_id = ?", sale.value());
    }

    private void assertRefusedMark(Object... orderItemKeySlot) {
        assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> mark(orderItemKeySlot));
    }

    private void mark(Object... orderItemKeySlot) {
        fixture.jdbc.update(
                "INSERT INTO seckill_mark (sale_id, buyer_id, order_id, item, request_key, live_slot) VALUES ('" + sale
                        + "', 'buyer-1', ?, ?, ?, ?)",
                orderItemKeySlot);
    }

    private static void assertRefused(String sql, Object... arguments) {
        assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> fixture.jdbc.update(sql, arguments));
    }
}
