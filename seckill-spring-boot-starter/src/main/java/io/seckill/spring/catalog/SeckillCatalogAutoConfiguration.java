package io.seckill.spring.catalog;

import com.github.benmanes.caffeine.cache.Caffeine;
import io.seckill.Sales;
import io.seckill.catalog.SaleCatalog;
import io.seckill.spring.ConditionalOnSeckill;
import io.seckill.spring.engine.SeckillEngineAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the {@link SaleCatalog}.
 *
 * @since 0.1
 */
@AutoConfiguration(after = SeckillEngineAutoConfiguration.class)
@ConditionalOnSeckill
@ConditionalOnClass(Caffeine.class)
@EnableConfigurationProperties(SeckillCatalogProperties.class)
public final class SeckillCatalogAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    SaleCatalog seckillCatalog(Sales sales, SeckillCatalogProperties properties) {
        return new SaleCatalog(sales, properties.keep());
    }
}
