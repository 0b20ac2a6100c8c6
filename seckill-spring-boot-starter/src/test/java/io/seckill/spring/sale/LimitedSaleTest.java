package io.seckill.spring.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.Sale;
import io.seckill.test.contract.Samples;
import io.seckill.test.contract.Stampede;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Two nodes with limits on one Redis. */
class LimitedSaleTest {

    @Test
    void twoNodesTogetherKeepTheLimitOfTheClusterAndOfEachBuyer() {
        String prefix = "limited-" + UUID.randomUUID();
        String[] limits = {
            "seckill.limit.cluster.capacity=20", "seckill.limit.cluster.refill=1", "seckill.limit.cluster.per=1h",
            "seckill.limit.buyer.capacity=2", "seckill.limit.buyer.refill=1", "seckill.limit.buyer.per=1h"
        };
        try (LocalDatabase database = LocalDatabase.shared().newSchema();
                Shop one = Shop.open(LocalRedis.shared(), database, prefix, limits);
                Shop other = Shop.open(LocalRedis.shared(), database, prefix, limits)) {
            Sale sale = Samples.openSale(1_000, 100);
            one.sales.open(sale);

            List<PurchaseResult> ofOneBuyer = buy(one, other, sale, 10, 0);
            List<PurchaseResult> ofMany = buy(one, other, sale, 100, 1);

            assertThat(ofOneBuyer).filteredOn(Accepted.class::isInstance).hasSize(2);
            assertThat(ofMany).filteredOn(Accepted.class::isInstance).hasSize(18);
            assertThat(ofMany)
                    .filteredOn(Rejected.class::isInstance)
                    .allSatisfy(result -> assertThat((Rejected) result)
                            .matches(rejected -> rejected.reason() == Reason.BUSY
                                    && rejected.retryAfter().isPresent()));
        }
    }

    private static List<PurchaseResult> buy(Shop one, Shop other, Sale sale, int callers, int buyersApart) {
        return Stampede.of(
                callers,
                number -> (number % 2 == 0 ? one : other)
                        .buy(PurchaseRequest.of(sale.id(), Samples.buyer(buyersApart * (number + 1)))));
    }
}
