package io.seckill.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.Sale;
import io.seckill.test.contract.MovableClock;
import io.seckill.test.server.LocalDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** However many orders there are, a question about few of them reads few. */
class JdbcOrderIndexTest {

    /** So many wait for their payment, and so many are paid and the gate knows it. Up to a million, which takes minutes to fill in. */
    private static final int OTHERS = Integer.getInteger("seckill.test.orders", 100_000);

    /** So many are overdue, and so many are paid and the gate has to be told. */
    private static final int DUE = 200;

    private static final int FEW = 50;
    private static final Duration CLAIM = Duration.ofMinutes(1);

    private static final MovableClock CLOCK = new MovableClock();
    private static Fixture fixture;
    private static JdbcOrderLedger ledger;
    private static Sale big;
    private static Sale small;

    @BeforeAll
    static void fillTables() {
        // one connection, so that its counters tell what a call read
        fixture = new Fixture(LocalDatabase.shared(), "", config -> config.setMaximumPoolSize(1));
        ledger = fixture.ledgerAt(CLOCK, fixture.pool);
        big = fixture.open(Sale.MAX_TOTAL, 1);
        small = fixture.open(Sale.MAX_TOTAL, 1);
        fixture.jdbc.execute(
                "CREATE TABLE digit AS SELECT 0 AS d UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4"
                        + " UNION SELECT 5 UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9");
        long now = CLOCK.millis();
        long later = now + Duration.ofHours(1).toMillis();
        fill(big, "UNPAID", OTHERS, later, "NULL");
        fill(big, "PAID", OTHERS, later, "NULL");
        fill(small, "UNPAID", DUE, now - 1, "NULL");
        fill(small, "PAID", DUE, later, Long.toString(now - 1));
        fixture.jdbc.execute("ANALYZE TABLE seckill_order");
    }

    private static void fill(Sale sale, String status, int count, long payBy, String gateDue) {
        String number = "a.d + 10 * b.d + 100 * c.d + 1000 * d.d + 10000 * e.d + 100000 * f.d";
        fixture.jdbc.update(
                "INSERT INTO seckill_order SELECT CONCAT(?, LPAD(" + number + ", 10, '0')), ?, CONCAT(?, " + number
                        + "), 1, ?, 1, NULL, 0, 0, ?, " + (status.equals("PAID") ? "'payment'" : "NULL") + ", "
                        + gateDue
                        + " FROM digit a, digit b, digit c, digit d, digit e, digit f WHERE " + number + " < ?",
                status + sale.id().value().substring(5),
                sale.id().value(),
                status,
                status,
                payBy,
                count);
    }

    @AfterAll
    static void dropSchema() {
        fixture.close();
    }

    @Test
    void theSweepReadsTheOverdueOrdersAlone() {
        long now = CLOCK.millis();

        assertThat(plan("status = 'UNPAID' AND pay_by <= " + now + " ORDER BY pay_by LIMIT " + FEW))
                .contains("key=seckill_order_due")
                .doesNotContain("filesort");
        assertThat(rowsRead(() -> ledger.expire(FEW), FEW)).isLessThan(10 * FEW);
    }

    @Test
    void theClaimReadsTheUntoldOrdersAlone() {
        long now = CLOCK.millis();

        assertThat(plan("gate_due_at <= " + now + " ORDER BY gate_due_at LIMIT " + FEW))
                .contains("key=seckill_order_untold")
                .doesNotContain("filesort");
        assertThat(rowsRead(() -> ledger.claimUntold(FEW, CLAIM), FEW)).isLessThan(10 * FEW);
    }

    @Test
    void aPageReadsItsOrdersAlone() {
        Optional<OrderId> last = Optional.of(new OrderId("P"));

        assertThat(plan("sale_id = '" + small.id() + "' AND order_id > 'P' ORDER BY order_id LIMIT " + FEW))
                .contains("key=seckill_order_of_sale")
                .doesNotContain("filesort");
        assertThat(rowsRead(() -> ledger.orders(small.id(), last, FEW), FEW)).isLessThan(10 * FEW);
        assertThat(rowsRead(() -> ledger.orders(big.id(), last, FEW), FEW)).isLessThan(10 * FEW);
    }

    private static String plan(String condition) {
        return fixture.jdbc
                .queryForList("EXPLAIN SELECT order_id, quantity FROM seckill_order WHERE " + condition)
                .toString();
    }

    /** Returns how many rows, or entries of an index, the server read for a call. */
    private static long rowsRead(Supplier<List<Order>> call, int answers) {
        long before = rowsRead();
        assertThat(call.get()).hasSize(answers);
        return rowsRead() - before;
    }

    private static long rowsRead() {
        return fixture.jdbc.query("SHOW SESSION STATUS LIKE 'Handler_read%'", (row, number) -> row.getLong(2)).stream()
                .mapToLong(Long::longValue)
                .sum();
    }
}
