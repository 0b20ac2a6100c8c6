package io.seckill.spring.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.tracing.Tracer;
import io.seckill.spi.Traces;
import io.seckill.spring.Contexts;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class SeckillTracingAutoConfigurationTest {

    private final ApplicationContextRunner untraced = Contexts.inMemory().withUserConfiguration(Contexts.Sink.class);
    private final ApplicationContextRunner traced = untraced.withBean(Tracer.class, () -> Tracer.NOOP);

    @Test
    void isThereWhereThereIsATracer() {
        traced.run(context -> assertThat(context).getBean(Traces.class).isInstanceOf(MicrometerTraces.class));
    }

    @Test
    void isNotThereWithoutATracer() {
        untraced.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Traces.class));
    }

    @Test
    void isOffByProperty() {
        traced.withPropertyValues("seckill.tracing.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Traces.class));
    }

    @Test
    void isOffWithoutMicrometerTracing() {
        untraced.withClassLoader(new FilteredClassLoader("io.micrometer.tracing"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Traces.class));
    }

    @Test
    void backsOffFromTracesOfTheApplication() {
        traced.withBean("own", Traces.class, () -> Traces.NONE)
                .run(context -> assertThat(context).getBean(Traces.class).isSameAs(Traces.NONE));
    }

    @Test
    void aTracerThatTracesNothingHarmsNothing() {
        assertThat(new MicrometerTraces(Tracer.NOOP).current()).isEmpty();
    }
}
