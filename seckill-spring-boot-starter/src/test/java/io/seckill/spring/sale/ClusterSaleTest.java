package io.seckill.spring.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult;
import io.seckill.Sale;
import io.seckill.redis.RedisKeys;
import io.seckill.test.contract.Samples;
import io.seckill.test.contract.Stampede;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sales on every node of a Redis Cluster. */
class ClusterSaleTest {

    @Test
    void sellsOnEveryNodeOfACluster() {
        String prefix = "cluster-" + UUID.randomUUID();
        try (LocalDatabase database = LocalDatabase.shared().newSchema();
                Shop one = Shop.open(LocalRedis.sharedCluster(), database, prefix);
                Shop other = Shop.open(LocalRedis.sharedCluster(), database, prefix)) {
            List<Sale> sales = saleOfEachPartition(prefix);
            sales.forEach(one.sales::open);
            Map<Sale, List<PurchaseResult>> results = new HashMap<>();

            for (Sale sale : sales) {
                results.put(
                        sale,
                        Stampede.of(
                                40,
                                number -> (number % 2 == 0 ? one : other)
                                        .buy(PurchaseRequest.of(sale.id(), Samples.buyer(number)))));
            }

            for (Sale sale : sales) {
                one.assertGuarantees(sale, results.get(sale));
                assertThat(one.orders(sale.id(), "UNPAID")).hasSize(20);
            }
            assertThat(one.sales.list()).hasSize(sales.size());
        }
    }

    /** Every partition has a hash tag of its own, so these sales lie on all nodes. */
    private static List<Sale> saleOfEachPartition(String prefix) {
        RedisKeys keys = new RedisKeys(prefix, RedisKeys.DEFAULT_PARTITIONS);
        Map<Integer, Sale> sales = new HashMap<>();
        while (sales.size() < RedisKeys.DEFAULT_PARTITIONS) {
            Sale sale = Samples.openSale(20, 1);
            sales.putIfAbsent(keys.partition(sale.id()), sale);
        }
        assertThat(IntStream.range(0, RedisKeys.DEFAULT_PARTITIONS)).allMatch(sales::containsKey);
        return new ArrayList<>(sales.values());
    }
}
