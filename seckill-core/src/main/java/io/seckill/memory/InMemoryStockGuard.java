package io.seckill.memory;

import io.seckill.SaleId;
import io.seckill.spi.StockGuard;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Counts in this JVM, with one compare-and-set for each take.
 *
 * @since 0.1
 */
public final class InMemoryStockGuard implements StockGuard {

    private final ConcurrentMap<SaleId, AtomicLong> counts = new ConcurrentHashMap<>();

    @Override
    public boolean start(SaleId sale, long items) {
        if (items < 0) {
            throw new IllegalArgumentException("items must not be negative, but sale " + sale + " was given " + items);
        }
        return counts.putIfAbsent(sale, new AtomicLong(items)) == null;
    }

    @Override
    public OptionalLong tryTake(SaleId sale, int quantity) {
        checkQuantity(quantity);
        @Nullable AtomicLong count = counts.get(sale);
        if (count == null) {
            return OptionalLong.empty();
        }
        long before = count.getAndUpdate(left -> left >= quantity ? left - quantity : left);
        return before >= quantity ? OptionalLong.of(before - quantity) : OptionalLong.empty();
    }

    @Override
    public void giveBack(SaleId sale, long quantity) {
        checkQuantity(quantity);
        @Nullable AtomicLong count = counts.get(sale);
        if (count != null) {
            count.addAndGet(quantity);
        }
    }

    @Override
    public OptionalLong available(SaleId sale) {
        @Nullable AtomicLong count = counts.get(sale);
        return count == null ? OptionalLong.empty() : OptionalLong.of(count.get());
    }

    private static void checkQuantity(long quantity) {
        if (quantity < 1) {
            throw new IllegalArgumentException("quantity must be at least 1, but was " + quantity);
        }
    }
}
