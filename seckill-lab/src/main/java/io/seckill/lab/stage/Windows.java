package io.seckill.lab.stage;

import io.seckill.Sale;
import io.seckill.SaleId;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

/** Sales that are open for longer than any comparison takes. */
final class Windows {

    private static final AtomicInteger NUMBER = new AtomicInteger(1_000);

    private Windows() {}

    static SaleId nextSale() {
        return new SaleId(Integer.toString(NUMBER.incrementAndGet()));
    }

    static Sale open(SaleId id, long stock) {
        Instant now = Instant.now();
        return new Sale(id, stock, 1, now.minus(Duration.ofHours(1)), now.plus(Duration.ofDays(1)));
    }
}
