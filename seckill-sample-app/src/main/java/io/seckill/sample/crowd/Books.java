package io.seckill.sample.crowd;

import io.seckill.SaleId;
import io.seckill.SaleStatus;
import io.seckill.Sales;
import io.seckill.spi.Figures;
import io.seckill.spi.LedgerBooks;
import io.seckill.spi.Outbox;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** What gate and database say of a sale, once its purchases have become orders. */
@Component
@Profile("demo")
class Books {

    private final Sales sales;
    private final Outbox outbox;
    private final LedgerBooks ledger;

    Books(Sales sales, Outbox outbox, LedgerBooks ledger) {
        this.sales = sales;
        this.outbox = outbox;
        this.ledger = ledger;
    }

    boolean knows(SaleId sale) {
        return sales.find(sale).isPresent();
    }

    /** Returns whether nothing is on its way to the database. */
    boolean drained(SaleId sale) {
        return !outbox.holds(sale);
    }

    /** Returns the items ordered so far, those cancelled again included. */
    long ordered(SaleId sale) {
        Figures figures = ledger.figures(sale);
        return figures.live() + figures.cancelled();
    }

    /** Returns how many items more than there are somebody holds, by the gate or by the database, whichever is worse. */
    long oversold(SaleId sale) {
        SaleStatus status = sales.find(sale).orElseThrow();
        long held = Math.max(ledger.figures(sale).live(), status.reserved() + status.sold());
        return Math.max(0, held - status.sale().total());
    }
}
