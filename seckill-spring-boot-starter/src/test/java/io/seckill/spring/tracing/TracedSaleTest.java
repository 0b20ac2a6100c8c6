package io.seckill.spring.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.seckill.Origin;
import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.Sales;
import io.seckill.Seckill;
import io.seckill.spi.Delivery;
import io.seckill.spi.OrderSink;
import io.seckill.spring.Contexts;
import io.seckill.test.contract.Samples;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** The trace of a purchase on one node goes on in the order sink of another, with Redis between them and a real tracer on each. */
class TracedSaleTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String NONE = "none";

    private final String prefix = Contexts.ownPrefix();
    private final SdkTracerProvider sampling = provider(Sampler.alwaysOn());
    private final SdkTracerProvider neverSampling = provider(Sampler.alwaysOff());
    private final Map<Reservation, String> seen = new ConcurrentHashMap<>();
    private final List<Integer> batches = new CopyOnWriteArrayList<>();
    private final List<SpanData> spans = new CopyOnWriteArrayList<>();
    private final Sale sale = Samples.openSale(10, 1);

    @AfterEach
    void close() {
        sampling.close();
        neverSampling.close();
    }

    @Test
    void theSinkOnAnotherNodeSeesTheTraceOfThePurchase() {
        selling(sampling, shop -> {
            Purchase one = buy(shop, 1);
            relaying(() -> assertThat(seen).containsEntry(one.reservation, one.trace));
        });
    }

    @Test
    void aBatchIsDeliveredInTheTraceOfItsFirstPurchaseAndLinkedToTheOthers() {
        selling(sampling, shop -> {
            Reservation untraced = untraced(shop, 1);
            Purchase first = buy(shop, 2);
            Purchase second = buy(shop, 3);
            relaying(() -> {
                assertThat(batches).containsExactly(3);
                assertThat(seen).containsEntry(untraced, first.trace);
                assertThat(spans).singleElement().satisfies(span -> {
                    assertThat(span.getTraceId()).isEqualTo(first.trace);
                    assertThat(span.getLinks())
                            .extracting(link -> link.getSpanContext().getTraceId())
                            .containsExactly(second.trace);
                });
            });
        });
    }

    @Test
    void aPurchaseThatIsNotSampledIsDeliveredInNoTrace() {
        selling(neverSampling, shop -> {
            Purchase one = buy(shop, 1);
            relaying(() -> assertThat(seen).containsEntry(one.reservation, NONE));
            assertThat(spans).isEmpty();
        });
    }

    private record Purchase(Reservation reservation, String trace) {}

    private Purchase buy(ApplicationContext shop, int buyer) {
        Tracer tracer = shop.getBean(Tracer.class);
        Span span = tracer.nextSpan().name("purchase").start();
        try (Tracer.SpanInScope scope = tracer.withSpan(span)) {
            return new Purchase(untraced(shop, buyer), span.context().traceId());
        } finally {
            span.end();
        }
    }

    private Reservation untraced(ApplicationContext shop, int buyer) {
        PurchaseRequest request = PurchaseRequest.of(sale.id(), Samples.buyer(buyer));
        return ((Accepted) shop.getBean(Seckill.class).buy(request))
                .reservation()
                .from(Origin.FIRST);
    }

    private void selling(SdkTracerProvider provider, Consumer<ApplicationContext> what) {
        node(provider).withPropertyValues("seckill.relay.enabled=false").run(context -> {
            context.getBean(Sales.class).open(sale);
            what.accept(context);
        });
    }

    private void relaying(ThrowingRunnable expected) {
        node(sampling).run(context -> await().atMost(PATIENCE).untilAsserted(expected));
    }

    private ApplicationContextRunner node(SdkTracerProvider provider) {
        Tracer tracer = new OtelTracer(provider.get("test"), new OtelCurrentTraceContext(), event -> {});
        return Contexts.plain()
                .withUserConfiguration(Contexts.On.class, Contexts.Redis.class)
                .withBean(Tracer.class, () -> tracer)
                .withBean(OrderSink.class, () -> reservations -> stored(tracer, reservations))
                .withPropertyValues(prefix, "seckill.engine.deadline=20s");
    }

    private List<Delivery> stored(Tracer tracer, List<Reservation> reservations) {
        String trace = Optional.ofNullable(tracer.currentTraceContext().context())
                .map(TraceContext::traceId)
                .orElse(NONE);
        reservations.forEach(one -> seen.put(one.from(Origin.FIRST), trace));
        batches.add(reservations.size());
        return reservations.stream().map(one -> Delivery.stored()).toList();
    }

    private SdkTracerProvider provider(Sampler sampler) {
        return SdkTracerProvider.builder()
                .setSampler(sampler)
                .addSpanProcessor(new Deliveries())
                .build();
    }

    /** Keeps the spans of deliveries. */
    private final class Deliveries implements SpanProcessor {

        @Override
        public void onStart(Context parent, ReadWriteSpan span) {}

        @Override
        public boolean isStartRequired() {
            return false;
        }

        @Override
        public void onEnd(ReadableSpan span) {
            if (span.getName().equals(MicrometerTraces.SPAN)) {
                spans.add(span.toSpanData());
            }
        }

        @Override
        public boolean isEndRequired() {
            return true;
        }
    }
}
