package io.seckill.jdbc;

import io.seckill.Sale;
import io.seckill.spi.LedgerBooks;
import io.seckill.spi.OrderLedger;
import io.seckill.test.contract.LedgerBooksContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class JdbcLedgerBooksTest extends LedgerBooksContract {

    private static Fixture fixture;

    @BeforeAll
    static void createSchema() {
        fixture = Fixture.fresh();
    }

    @AfterAll
    static void dropSchema() {
        fixture.close();
    }

    @Override
    protected OrderLedger ledger() {
        return fixture.ledger;
    }

    @Override
    protected LedgerBooks books() {
        return fixture.ledger;
    }

    @Override
    protected void spoilHeld(Sale sale, long held) {
        fixture.jdbc.update(
                "UPDATE seckill_sale SET held = ? WHERE sale_id = ?",
                held,
                sale.id().value());
    }
}
