package io.seckill.spring.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import brave.Tracing;
import brave.handler.MutableSpan;
import brave.handler.SpanHandler;
import brave.sampler.Sampler;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.brave.bridge.BraveBaggageManager;
import io.micrometer.tracing.brave.bridge.BraveCurrentTraceContext;
import io.micrometer.tracing.brave.bridge.BraveTracer;
import io.seckill.Origin;
import io.seckill.Reservation;
import io.seckill.spi.Delivery;
import io.seckill.test.contract.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same with Brave, whose trace ids may have half the length. */
class BraveTracesTest {

    private final List<MutableSpan> spans = new ArrayList<>();
    private final Tracing.Builder tracing = Tracing.newBuilder()
            .sampler(Sampler.ALWAYS_SAMPLE)
            .addSpanHandler(new SpanHandler() {
                @Override
                public boolean end(brave.propagation.TraceContext context, MutableSpan span, Cause cause) {
                    return spans.add(span);
                }
            });

    @AfterEach
    void close() {
        Tracing.current().close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theSinkRunsInTheTraceOfThePurchase(boolean longIds) {
        Tracing brave = tracing.traceId128Bit(longIds).build();
        Tracer tracer = new BraveTracer(
                brave.tracer(), new BraveCurrentTraceContext(brave.currentTraceContext()), new BraveBaggageManager());
        MicrometerTraces traces = new MicrometerTraces(tracer);
        Span purchase = tracer.nextSpan().name("purchase").start();
        Optional<String> trace;
        try (Tracer.SpanInScope scope = tracer.withSpan(purchase)) {
            trace = traces.current();
        }

        Reservation traced = Samples.one(Samples.saleId(), Samples.buyer(1)).from(new Origin(0, trace));
        traces.around(reservations -> List.of(Delivery.stored())).deliver(List.of(traced));

        assertThat(trace.orElseThrow())
                .endsWith(
                        purchase.context().traceId() + "-" + purchase.context().spanId() + "-01");
        assertThat(spans).singleElement().satisfies(span -> {
            assertThat(span.name()).isEqualTo("seckill.deliver");
            assertThat(span.traceId()).endsWith(purchase.context().traceId());
            assertThat(span.parentId()).isEqualTo(purchase.context().spanId());
        });
    }
}
