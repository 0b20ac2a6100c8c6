package io.seckill.sample.sale;

import io.seckill.Opening;
import io.seckill.Sale;
import io.seckill.Sales;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;

/**
 * Opens sales: first where they are sold, then in our tables. Whatever breaks in between, opening the same sale again completes it.
 */
@Service
public class SaleDesk {

    private final Sales sales;
    private final VoucherSales vouchers;

    SaleDesk(Sales sales, VoucherSales vouchers) {
        this.sales = sales;
        this.vouchers = vouchers;
    }

    /** Returns whether the sale would be new, and over already. */
    boolean comesTooLate(Sale sale) {
        return !Instant.now().isBefore(sale.closes()) && sales.find(sale.id()).isEmpty();
    }

    /** Opens the sale, unless one of this id is there; that one stays as it is. */
    public Opened open(VoucherSale wanted) {
        Opening opening = sales.open(wanted.sale());
        if (opening instanceof Opening.Different different) {
            return new Opened(false, false, "it has another definition: " + different.difference());
        }
        if (opening instanceof Opening.Lost) {
            return new Opened(false, true, "it has orders, but Redis lost its data: rebuild it");
        }
        Optional<VoucherSale> existing = vouchers.addOrFind(wanted);
        return new Opened(
                existing.isEmpty(),
                false,
                existing.map(voucher -> trouble(voucher, wanted)).orElse(""));
    }

    private static String trouble(VoucherSale is, VoucherSale wanted) {
        List<String> parts = new ArrayList<>();
        if (!is.title().equals(wanted.title())) {
            parts.add("title is '" + is.title() + "', not '" + wanted.title() + "'");
        }
        if (is.priceCents() != wanted.priceCents()) {
            parts.add("priceCents is " + is.priceCents() + ", not " + wanted.priceCents());
        }
        return parts.isEmpty() ? "" : "it has another definition: " + String.join("; ", parts);
    }

    /**
     * What opening did.
     *
     * @param created whether the sale is new
     * @param lost whether it has orders, but Redis lost its data, so that it must be rebuilt
     * @param trouble why the one that was there already is not the one wanted; empty if it is
     */
    public record Opened(boolean created, boolean lost, String trouble) {}
}
