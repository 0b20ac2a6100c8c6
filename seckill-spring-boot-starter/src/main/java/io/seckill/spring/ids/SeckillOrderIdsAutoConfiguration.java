package io.seckill.spring.ids;

import io.seckill.ids.NodeLease;
import io.seckill.ids.TimeSortedOrderIds;
import io.seckill.redis.RedisKeys;
import io.seckill.redis.RedisNodeLease;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.spi.OrderIds;
import io.seckill.spring.ConditionalOnSeckill;
import io.seckill.spring.redis.SeckillRedisAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for order ids under a node number leased in Redis.
 *
 * @since 0.1
 */
@AutoConfiguration(after = SeckillRedisAutoConfiguration.class)
@ConditionalOnSeckill
@ConditionalOnMissingBean(OrderIds.class)
@EnableConfigurationProperties(SeckillOrderIdsProperties.class)
public final class SeckillOrderIdsAutoConfiguration {

    @Bean
    @ConditionalOnBean(RedisDriver.class)
    @ConditionalOnMissingBean(NodeLease.class)
    RedisNodeLease seckillNodeLease(RedisDriver driver, RedisKeys keys, SeckillOrderIdsProperties properties) {
        return new RedisNodeLease(driver, keys, properties.leaseTerm());
    }

    @Bean
    @ConditionalOnBean(NodeLease.class)
    TimeSortedOrderIds seckillOrderIds(NodeLease lease) {
        return new TimeSortedOrderIds(lease);
    }
}
