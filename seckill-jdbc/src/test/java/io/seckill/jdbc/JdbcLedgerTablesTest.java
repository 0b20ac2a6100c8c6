package io.seckill.jdbc;

import static io.seckill.test.contract.Samples.buyer;
import static io.seckill.test.contract.Samples.one;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.seckill.BuyerId;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.spi.Delivery;
import io.seckill.test.contract.Samples;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What the tables themselves hold fast, and what the ledger does with a row they do not take. */
class JdbcLedgerTablesTest {

    private static Fixture fixture;

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
        Sale sale = fixture.open(10, 1);

        JdbcSchema.create(fixture.pool);

        assertThat(fixture.held(sale)).isZero();
    }

    @Test
    void verifyingFindsTheTablesInOrder() {
        fixture.open(10, 1);

        assertThatCode(() -> JdbcSchema.verify(fixture.pool)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"seckill_sale", "seckill_order", "seckill_late_payment"})
    void verifyingNamesAMissingTable(String table) {
        try (Fixture incomplete = Fixture.fresh()) {
            incomplete.jdbc.execute("DROP TABLE " + table);

            assertThatExceptionOfType(BadSqlGrammarException.class)
                    .isThrownBy(() -> JdbcSchema.verify(incomplete.pool))
                    .havingCause()
                    .withMessageContaining(table + "' doesn't exist");
        }
    }

    @Test
    void theTablesNeverHoldMoreThanTheTotalOrLessThanNothing() {
        Sale sale = fixture.open(10, 1);

        assertRefused(
                "UPDATE seckill_sale SET held = 11 WHERE sale_id = ?", sale.id().value());
        assertRefused(
                "UPDATE seckill_sale SET held = -1 WHERE sale_id = ?", sale.id().value());
    }

    @Test
    void theTablesKnowOneLiveOrderPerSlotAndAnyNumberOfCancelledOnes() {
        Sale sale = fixture.open(10, 1);
        for (int i = 0; i < 3; i++) {
            Reservation reservation = one(sale.id(), buyer(1));
            assertThat(fixture.ledger.deliver(List.of(reservation))).containsExactly(Delivery.stored());
            fixture.ledger.cancel(reservation.order(), ReleaseReason.CANCELLED_BY_BUYER);
        }
        fixture.ledger.deliver(List.of(one(sale.id(), buyer(1))));

        assertRefused(
                "INSERT INTO seckill_order VALUES (?, ?, 'buyer-1', 1, 'UNPAID', 1, NULL, 0, 0, 0, NULL, NULL)",
                Samples.orderId().value(),
                sale.id().value());
    }

    @Test
    void theTablesRefuseAStatusThatContradictsTheSlot() {
        Sale sale = fixture.open(10, 1);
        Reservation reservation = one(sale.id(), buyer(1));
        fixture.ledger.deliver(List.of(reservation));
        String order = reservation.order().value();

        assertRefused("UPDATE seckill_order SET status = 'CANCELLED' WHERE order_id = ?", order);
        assertRefused("UPDATE seckill_order SET live_slot = NULL WHERE order_id = ?", order);
        assertRefused("UPDATE seckill_order SET status = 'LOST' WHERE order_id = ?", order);
    }

    @Test
    void theUnpaidOrdersPastADeadlineAreFoundByAnIndex() {
        String plan = fixture.jdbc
                .queryForList("EXPLAIN SELECT order_id FROM seckill_order"
                        + " WHERE status = 'UNPAID' AND pay_by < 1 ORDER BY pay_by LIMIT 100")
                .toString();

        assertThat(plan).contains("key=seckill_order_due").doesNotContain("filesort");
    }

    @Test
    void idsThatDifferOnlyInCaseAreDifferentIds() {
        Sale sale = fixture.open(10, 1);

        assertThat(fixture.ledger.deliver(
                        List.of(one(sale.id(), new BuyerId("anna")), one(sale.id(), new BuyerId("Anna")))))
                .containsExactly(Delivery.stored(), Delivery.stored());
    }

    @Test
    void aRowThatDoesNotFitFailsItsCallAndNothingElse() {
        Sale sale = fixture.open(10, 1);
        Reservation poison = one(sale.id(), buyer(666));
        List<Reservation> batch = List.of(one(sale.id(), buyer(1)), poison, one(sale.id(), buyer(2)));
        fixture.jdbc.execute("ALTER TABLE seckill_order ADD CONSTRAINT poison CHECK (buyer_id <> 'buyer-666')");
        try {
            assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> fixture.ledger.deliver(batch));
            assertThat(fixture.live(sale)).isEmpty();
            assertThat(fixture.held(sale)).isZero();

            // so does a relay: one by one
            assertThat(fixture.ledger.deliver(List.of(batch.get(0)))).containsExactly(Delivery.stored());
            assertThatExceptionOfType(DataAccessException.class)
                    .isThrownBy(() -> fixture.ledger.deliver(List.of(poison)));
            assertThat(fixture.ledger.deliver(List.of(batch.get(2)))).containsExactly(Delivery.stored());
            assertThat(fixture.held(sale)).isEqualTo(2);
        } finally {
            fixture.jdbc.execute("ALTER TABLE seckill_order DROP CONSTRAINT poison");
        }
    }

    @Test
    void dataTooLongForAColumnIsNoOutage() {
        try (Fixture narrow = Fixture.fresh()) {
            Sale sale = narrow.open(10, 1);
            narrow.jdbc.execute(
                    "ALTER TABLE seckill_order MODIFY buyer_id varchar(10) CHARACTER SET ascii COLLATE ascii_bin");

            assertThatExceptionOfType(DataIntegrityViolationException.class)
                    .isThrownBy(
                            () -> narrow.ledger.deliver(List.of(one(sale.id(), new BuyerId("a-very-long-buyer-id")))));
        }
    }

    @Test
    void whatWasAnsweredAsStoredOutlivesARollbackOfTheCaller() {
        Sale sale = fixture.open(10, 1);
        Reservation reservation = one(sale.id(), buyer(1));

        new TransactionTemplate(new JdbcTransactionManager(fixture.pool)).executeWithoutResult(status -> {
            fixture.jdbc.queryForList("SELECT order_id FROM seckill_order");
            assertThat(fixture.ledger.deliver(List.of(reservation))).containsExactly(Delivery.stored());
            status.setRollbackOnly();
        });

        assertThat(fixture.live(sale)).containsExactly(reservation);
    }

    @Test
    void noTimeZoneOfTheJvmTheDriverOrTheServerMovesAnInstant() {
        Instant instant = Instant.parse("2026-10-25T00:30:00.123Z"); // an hour that Europe has twice
        Sale sale = fixture.open(10, 1);
        Reservation reservation = one(sale.id(), buyer(1));
        fixture.ledgerAt(Clock.fixed(instant, ZoneId.of("UTC")), fixture.pool).deliver(List.of(reservation));

        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
        try (HikariDataSource elsewhere = new HikariDataSource(fixture.config(
                "&connectionTimeZone=America/New_York&forceConnectionTimeZoneToSession=false&sessionVariables=time_zone='%2B08:00'",
                config -> {}))) {
            JdbcOrderLedger ledger = new JdbcOrderLedger(elsewhere);
            assertThat(ledger.find(reservation.order()).orElseThrow().created()).isEqualTo(instant);
            assertThat(ledger.open(sale).getClass().getSimpleName()).isEqualTo("Unchanged");
        } finally {
            TimeZone.setDefault(before);
        }
    }

    private static void assertRefused(String sql, Object... arguments) {
        assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> fixture.jdbc.update(sql, arguments));
    }
}
