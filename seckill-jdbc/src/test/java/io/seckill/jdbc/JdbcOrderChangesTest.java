package io.seckill.jdbc;

import io.seckill.Sale;
import io.seckill.spi.OrderLedger;
import io.seckill.test.contract.MovableClock;
import io.seckill.test.contract.OrderChangesContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class JdbcOrderChangesTest extends OrderChangesContract {

    private static final MovableClock CLOCK = new MovableClock();

    private static Fixture fixture;
    private static OrderLedger ledger;

    @BeforeAll
    static void createSchema() {
        fixture = Fixture.fresh();
        ledger = fixture.ledgerAt(CLOCK, fixture.pool);
    }

    @AfterAll
    static void dropSchema() {
        fixture.close();
    }

    @Override
    protected OrderLedger ledger() {
        return ledger;
    }

    @Override
    protected MovableClock clock() {
        return CLOCK;
    }

    @Override
    protected long held(Sale sale) {
        return fixture.held(sale);
    }
}
