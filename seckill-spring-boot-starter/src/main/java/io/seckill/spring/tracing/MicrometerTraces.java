package io.seckill.spring.tracing;

import io.micrometer.tracing.Link;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.seckill.Reservation;
import io.seckill.spi.Delivery;
import io.seckill.spi.OrderSink;
import io.seckill.spi.Traces;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Traces by whatever bridge Micrometer Tracing has. A call of the sink is a span in the trace of the first traced purchase of the batch, with
 * links to the purchases of the others. A tracer that fails harms neither purchase nor delivery.
 */
final class MicrometerTraces implements Traces {

    static final String SPAN = "seckill.deliver";

    private static final Logger log = LoggerFactory.getLogger(MicrometerTraces.class);
    private static final Pattern PARENT = Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}");
    private static final String SHORT_ID = "0".repeat(16);

    private final Tracer tracer;

    MicrometerTraces(Tracer tracer) {
        this.tracer = tracer;
    }

    @Override
    public Optional<String> current() {
        try {
            TraceContext now = tracer.currentTraceContext().context();
            return now != null && Boolean.TRUE.equals(now.sampled()) ? Optional.of(parent(now)) : Optional.empty();
        } catch (RuntimeException e) {
            log.debug("The tracer failed; the purchase is not traced", e);
            return Optional.empty();
        }
    }

    private static String parent(TraceContext context) {
        String trace = context.traceId();
        return "00-" + (trace.length() == 16 ? SHORT_ID + trace : trace) + "-" + context.spanId() + "-01";
    }

    @Override
    public OrderSink around(OrderSink sink) {
        return reservations -> deliver(sink, reservations);
    }

    private List<Delivery> deliver(OrderSink sink, List<Reservation> reservations) {
        Span span = span(reservations);
        if (span == null) {
            return sink.deliver(reservations);
        }
        try (Tracer.SpanInScope scope = tracer.withSpan(span)) {
            return sink.deliver(reservations);
        } catch (RuntimeException | Error e) {
            span.error(e);
            throw e;
        } finally {
            span.end();
        }
    }

    private @Nullable Span span(List<Reservation> reservations) {
        try {
            List<TraceContext> parents = reservations.stream()
                    .flatMap(reservation -> reservation.origin().trace().stream())
                    .distinct()
                    .map(PARENT::matcher)
                    .filter(Matcher::matches)
                    .map(this::context)
                    .toList();
            return parents.isEmpty() ? null : span(parents, reservations.size());
        } catch (RuntimeException e) {
            log.debug("The tracer failed; the delivery is not traced", e);
            return null;
        }
    }

    private TraceContext context(Matcher parent) {
        return tracer.traceContextBuilder()
                .traceId(parent.group(1))
                .spanId(parent.group(2))
                .sampled(true)
                .build();
    }

    private Span span(List<TraceContext> parents, int reservations) {
        Span.Builder span = tracer.spanBuilder()
                .name(SPAN)
                .kind(Span.Kind.CONSUMER)
                .tag("seckill.batch.size", reservations)
                .setParent(parents.get(0));
        parents.stream().skip(1).forEach(other -> span.addLink(new Link(other)));
        return span.start();
    }
}
