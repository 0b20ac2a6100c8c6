package io.seckill.catalog;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.seckill.SaleId;
import io.seckill.Sales;
import java.time.Duration;
import java.util.Optional;

/**
 * Definitions and states of sales, as they were at most a few seconds ago: however many ask, a node asks the backend about a sale once in
 * that time. Stock is never kept, nor does anything here decide a purchase: the gate judges window and state by itself.
 *
 * <p>A sale that is unknown is remembered as unknown for the same time, so names that somebody made up cost no more. A failure is not
 * remembered. Thread-safe.
 *
 * @since 0.1
 */
public final class SaleCatalog {

    private static final long MOST_SALES = 10_000;

    private final Sales sales;
    private final Cache<SaleId, Optional<Listing>> listings;

    /**
     * Makes an empty catalog.
     *
     * @param sales is asked for what is not known, or not any more
     * @param keep how long a listing is given again, more than zero
     * @throws IllegalArgumentException if it is not
     */
    public SaleCatalog(Sales sales, Duration keep) {
        this(sales, keep, Ticker.systemTicker());
    }

    SaleCatalog(Sales sales, Duration keep, Ticker ticker) {
        if (keep.isNegative() || keep.isZero()) {
            throw new IllegalArgumentException("listings must be kept for more than zero, but was " + keep);
        }
        this.sales = sales;
        this.listings = Caffeine.newBuilder()
                .expireAfterWrite(keep)
                .maximumSize(MOST_SALES)
                .ticker(ticker)
                .build();
    }

    /**
     * Returns the sale as it was a moment ago, empty if it was not there.
     *
     * @throws io.seckill.SeckillUnavailableException if the backend had to be asked and gave no answer
     */
    public Optional<Listing> find(SaleId sale) {
        return listings.get(sale, id -> sales.find(id).map(status -> new Listing(status.sale(), status.state())));
    }
}
