package io.seckill.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.spi.OrderLedger;
import io.seckill.test.contract.OrderLedgerContract;
import io.seckill.test.server.LocalDatabase;
import java.time.Clock;
import java.util.Collection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The contract of every ledger, at one isolation level. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JdbcLedgerContract extends OrderLedgerContract {

    private final String isolation;
    private Fixture fixture;

    JdbcLedgerContract(String isolation) {
        this.isolation = isolation;
    }

    @BeforeAll
    void createSchema() {
        fixture = new Fixture(
                LocalDatabase.shared(), "", config -> config.setTransactionIsolation("TRANSACTION_" + isolation));
    }

    @AfterAll
    void dropSchema() {
        fixture.close();
    }

    @Test
    void runsAtTheIsolationItClaims() {
        assertThat(fixture.jdbc.queryForObject("SELECT @@session.transaction_isolation", String.class))
                .isEqualTo(isolation.replace('_', '-'));
    }

    @Override
    protected OrderLedger ledger() {
        return fixture.ledger;
    }

    @Override
    protected Collection<Reservation> stored(Sale sale) {
        return fixture.live(sale);
    }

    @Override
    protected Clock clock() {
        return Clock.systemUTC();
    }

    @Override
    protected long held(Sale sale) {
        return fixture.held(sale);
    }
}
