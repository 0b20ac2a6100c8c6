package io.seckill.sample.demo;

import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.sample.sale.SaleDesk;
import io.seckill.sample.sale.VoucherSale;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Two sales to try: one that sells at once, and one that starts in a minute. A shop speaks its buyers' language; the demo's may speak either. */
@Component
@Profile("demo")
class DemoSales implements ApplicationRunner {

    static final String NOW = "coupon-now";
    static final String SOON = "coupon-soon";

    private static final Logger log = LoggerFactory.getLogger(DemoSales.class);
    private static final Duration A_MINUTE = Duration.ofMinutes(1);
    private static final Duration A_DAY = Duration.ofDays(1);

    private final SaleDesk desk;

    DemoSales(SaleDesk desk) {
        this.desk = desk;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        Instant now = Instant.now();
        open(new VoucherSale(
                "5 off your lunch · 午餐立减 5 元", 100, new Sale(new SaleId(NOW), 100, 1, now, now.plus(A_DAY))));
        Instant soon = now.plus(A_MINUTE);
        open(new VoucherSale(
                "20 off your dinner · 晚餐立减 20 元", 500, new Sale(new SaleId(SOON), 20, 2, soon, now.plus(A_DAY))));
    }

    private void open(VoucherSale sale) {
        String trouble = desk.open(sale).trouble();
        if (!trouble.isEmpty()) {
            log.info(
                    "Sale {} is there from an earlier run and goes on: {}",
                    sale.sale().id(),
                    trouble);
        }
    }
}
