package io.seckill.spring.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Caffeine;
import io.seckill.Sale;
import io.seckill.Sales;
import io.seckill.catalog.SaleCatalog;
import io.seckill.spring.Contexts;
import io.seckill.test.contract.Samples;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class SeckillCatalogAutoConfigurationTest {

    private final ApplicationContextRunner inMemory = Contexts.inMemory().withUserConfiguration(Contexts.Sink.class);

    @Test
    void listsSales() {
        inMemory.run(context -> {
            Sale sale = Samples.openSale(1, 1);
            context.getBean(Sales.class).open(sale);

            assertThat(context.getBean(SaleCatalog.class).find(sale.id())).isPresent();
        });
    }

    @Test
    void backsOffFromACatalogOfTheApplication() {
        inMemory.withBean("mine", SaleCatalog.class, () -> new SaleCatalog(null, Duration.ofSeconds(1)))
                .run(context ->
                        assertThat(context).hasSingleBean(SaleCatalog.class).hasBean("mine"));
    }

    @Test
    void isOffWithoutCaffeine() {
        inMemory.withClassLoader(new FilteredClassLoader(Caffeine.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(SaleCatalog.class));
    }

    @Test
    void refusesToKeepForNoTime() {
        inMemory.withPropertyValues("seckill.catalog.keep=0s")
                .run(context ->
                        assertThat(context).getFailure().rootCause().hasMessageContaining("seckill.catalog.keep"));
    }
}
