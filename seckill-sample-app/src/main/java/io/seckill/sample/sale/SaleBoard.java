package io.seckill.sample.sale;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.seckill.SaleId;
import io.seckill.SaleStatus;
import io.seckill.Sales;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * What everybody looks at, every second, while a sale is on. However many look, this node asks the gate once for each age that the
 * figures may have, and the database for a voucher once, since vouchers do not change. The server's time goes on meanwhile.
 */
@Component
class SaleBoard {

    private static final int MAX_VOUCHERS = 10_000;

    private final Sales sales;
    private final VoucherSales vouchers;
    private final Ticker ticker;
    private final Cache<SaleId, VoucherSale> titles =
            Caffeine.newBuilder().maximumSize(MAX_VOUCHERS).build();
    private final Cache<String, Seen> figures;

    @Autowired
    SaleBoard(Sales sales, VoucherSales vouchers, BoardProperties properties) {
        this(sales, vouchers, properties.maxAge(), Ticker.systemTicker());
    }

    SaleBoard(Sales sales, VoucherSales vouchers, Duration maxAge, Ticker ticker) {
        this.sales = sales;
        this.vouchers = vouchers;
        this.ticker = ticker;
        this.figures =
                Caffeine.newBuilder().expireAfterWrite(maxAge).ticker(ticker).build();
    }

    /** The answer of the gate, and when it came. */
    private record Seen(List<SaleStatus> all, long nanos) {}

    /** Returns the sales that are ours. */
    List<SaleView> list() {
        Seen seen = Objects.requireNonNull(figures.get("all", all -> look()));
        Duration age = Duration.ofNanos(ticker.read() - seen.nanos);
        return seen.all.stream()
                .flatMap(status -> Stream.ofNullable(
                                titles.getIfPresent(status.sale().id()))
                        .map(voucher -> SaleView.of(voucher, later(status, age))))
                .toList();
    }

    private Seen look() {
        List<SaleStatus> all = sales.list();
        if (!titles.asMap()
                .keySet()
                .containsAll(all.stream().map(status -> status.sale().id()).toList())) {
            vouchers.all().forEach(voucher -> titles.put(voucher.sale().id(), voucher));
        }
        return new Seen(all, ticker.read());
    }

    private static SaleStatus later(SaleStatus seen, Duration age) {
        return new SaleStatus(
                seen.sale(),
                seen.state(),
                seen.available(),
                seen.reserved(),
                seen.sold(),
                seen.serverTime().plus(age));
    }

    /** Returns a sale as it is now, if it is ours. */
    Optional<SaleView> find(SaleId sale) {
        return Optional.ofNullable(titles.get(sale, id -> vouchers.find(id).orElse(null)))
                .flatMap(voucher -> sales.find(sale).map(status -> SaleView.of(voucher, status)));
    }
}
