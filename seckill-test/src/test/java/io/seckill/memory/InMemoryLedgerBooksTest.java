package io.seckill.memory;

import io.seckill.Sale;
import io.seckill.spi.LedgerBooks;
import io.seckill.spi.OrderLedger;
import io.seckill.test.contract.LedgerBooksContract;
import java.time.Clock;

/** Stands in the package of the ledger, because only there its books can be spoilt. */
class InMemoryLedgerBooksTest extends LedgerBooksContract {

    private final InMemoryOrderLedger ledger = new InMemoryOrderLedger(Clock.systemUTC());

    @Override
    protected OrderLedger ledger() {
        return ledger;
    }

    @Override
    protected LedgerBooks books() {
        return ledger;
    }

    @Override
    protected void spoilHeld(Sale sale, long held) {
        ledger.setHeld(sale.id(), held);
    }
}
