package io.seckill.engine;

import io.seckill.Opening;
import io.seckill.Sale;
import io.seckill.Sales;
import io.seckill.internal.Trouble;
import io.seckill.spi.SaleSource;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the sales that a source announces, some time before their window. One run opens what is due; a schedule runs it again and
 * again, on every node, which is harmless since opening creates nothing that is there. A sale whose window has begun is left alone.
 *
 * <p>A definition may change in the host's tables until it is opened; afterwards another one is reported once and changes nothing, and
 * operators use {@link Sales}. What they changed is no other definition, whether the tables have the total and the end of the window from
 * the beginning or those in force.
 *
 * @since 0.1
 */
public final class WarmUp implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(WarmUp.class);

    private final SaleSource source;
    private final Sales sales;
    private final Duration lead;
    private final Clock clock;
    private final Trouble sourceTrouble = new Trouble(log, "sale source");
    private final Trouble openingTrouble = new Trouble(log, "warm-up of sales");
    private final Set<Sale> troubled = ConcurrentHashMap.newKeySet();

    /**
     * Makes a warm-up.
     *
     * @param source names the sales
     * @param sales opens them
     * @param lead how long before its window a sale is opened
     * @param clock the host's clock; it only decides how early a sale is opened, never whether it sells
     */
    public WarmUp(SaleSource source, Sales sales, Duration lead, Clock clock) {
        this.source = source;
        this.sales = sales;
        this.lead = lead;
        this.clock = clock;
    }

    /** Opens what is due. One sale's trouble does not keep the others closed; it is logged once and tried again at the next run. */
    @Override
    public void run() {
        List<Sale> due;
        try {
            due = List.copyOf(source.opensBefore(clock.instant().plus(lead)));
        } catch (RuntimeException | Error e) {
            sourceTrouble.failed(e);
            return;
        }
        sourceTrouble.worked();
        long failed = due.stream().filter(sale -> !open(sale)).count();
        if (failed == 0) {
            openingTrouble.worked();
        }
    }

    /** Returns whether nothing was thrown. */
    private boolean open(Sale sale) {
        try {
            if (!sale.opens().isAfter(clock.instant())) {
                reportIfUnknown(sale);
                return true;
            }
            Opening opening = sales.open(sale);
            if (opening instanceof Opening.Created) {
                log.info("Sale {} is warmed up: {} items, opens {}", sale.id(), sale.total(), sale.opens());
            }
            if (opening instanceof Opening.Different different) {
                report(sale, "is open with another definition and stays as it is: " + different.difference());
            } else if (opening instanceof Opening.Lost) {
                report(
                        sale,
                        "has orders but is unknown to the gate, which lost its data: rebuild it with the Reconciler");
            } else {
                troubled.remove(sale);
            }
            return true;
        } catch (RuntimeException | Error e) {
            if (Trouble.isOutage(e)) {
                openingTrouble.failed(e);
            } else if (troubled.add(sale)) {
                log.warn("Sale {} could not be warmed up; trying again at the next run", sale.id(), e);
            }
            return false;
        }
    }

    /** A sale that has begun is never opened by schedule: its gate may have lost it after selling, and would sell its stock again. */
    private void reportIfUnknown(Sale sale) {
        if (sales.find(sale.id()).isPresent()) {
            troubled.remove(sale);
        } else {
            report(
                    sale,
                    "began at " + sale.opens()
                            + " but is unknown to the gate; it sells nothing. If it never sold before, open it with Sales.open");
        }
    }

    private void report(Sale sale, String trouble) {
        if (troubled.add(sale)) {
            log.warn("Sale {} {}", sale.id(), trouble);
        }
    }
}
