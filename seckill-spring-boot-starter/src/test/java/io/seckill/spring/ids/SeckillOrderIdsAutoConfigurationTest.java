package io.seckill.spring.ids;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.OrderId;
import io.seckill.ids.LocalNodeLease;
import io.seckill.ids.NodeLease;
import io.seckill.ids.TimeSortedOrderIds;
import io.seckill.redis.RedisNodeLease;
import io.seckill.spi.OrderIds;
import io.seckill.spring.Contexts;
import org.junit.jupiter.api.Test;

class SeckillOrderIdsAutoConfigurationTest {

    @Test
    void leasesANodeNumberInRedis() {
        Contexts.onRedis().run(context -> {
            assertThat(context).getBean(NodeLease.class).isInstanceOf(RedisNodeLease.class);
            assertThat(context).getBean(OrderIds.class).isInstanceOf(TimeSortedOrderIds.class);
        });
    }

    @Test
    void backsOffFromOrderIdsOfTheApplication() {
        OrderIds mine = () -> new OrderId("mine");
        Contexts.onRedis().withBean(OrderIds.class, () -> mine).run(context -> {
            assertThat(context).getBean(OrderIds.class).isSameAs(mine);
            assertThat(context).doesNotHaveBean(NodeLease.class);
        });
    }

    @Test
    void usesALeaseOfTheApplication() {
        Contexts.onRedis().withBean(LocalNodeLease.class).run(context -> {
            assertThat(context).hasSingleBean(NodeLease.class).hasSingleBean(LocalNodeLease.class);
            assertThat(context).getBean(OrderIds.class).isInstanceOf(TimeSortedOrderIds.class);
        });
    }
}
