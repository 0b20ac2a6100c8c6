package io.seckill.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.spring.Contexts;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class SeckillEndpointAutoConfigurationTest {

    private final ApplicationContextRunner notExposed = Contexts.inMemory().withUserConfiguration(Contexts.Sink.class);
    private final ApplicationContextRunner exposed =
            notExposed.withPropertyValues("management.endpoints.web.exposure.include=health,seckill");

    @Test
    void isThereWhereTheApplicationExposesIt() {
        exposed.run(context -> assertThat(context).hasSingleBean(SeckillEndpoint.class));
    }

    @Test
    void isNotThereUnlessExposed() {
        notExposed.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(SeckillEndpoint.class));
    }

    @Test
    void isNotThereWhereBootForbidsIt() {
        exposed.withPropertyValues("management.endpoint.seckill.access=NONE")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(SeckillEndpoint.class));
    }

    @Test
    void isOffByProperty() {
        exposed.withPropertyValues("seckill.endpoint.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(SeckillEndpoint.class));
    }

    @Test
    void isOffWithoutActuator() {
        exposed.withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(SeckillEndpoint.class));
    }

    @Test
    void backsOffFromAnEndpointOfTheApplication() {
        SeckillEndpoint own = new SeckillEndpoint(
                new RecordedSales().sales(),
                RecordedSales.OUTBOX,
                RecordedSales.LETTERS,
                Optional.empty(),
                Optional.empty());
        exposed.withBean(SeckillEndpoint.class, () -> own)
                .run(context ->
                        assertThat(context).getBean(SeckillEndpoint.class).isSameAs(own));
    }
}
