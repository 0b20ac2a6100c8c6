package io.seckill.spring.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Scope;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MicrometerTracesTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String SPAN = "b7ad6b7169203331";

    private final MicrometerTraces traces = new MicrometerTraces(
            new OtelTracer(OpenTelemetry.noop().getTracer("test"), new OtelCurrentTraceContext(), event -> {}));

    @Test
    void namesTheSampledTraceOfTheCaller() {
        assertThat(within(TraceFlags.getSampled())).contains("00-" + TRACE + "-" + SPAN + "-01");
    }

    @Test
    void namesNoTraceThatIsNotSampled() {
        assertThat(within(TraceFlags.getDefault())).isEmpty();
    }

    @Test
    void namesNothingOutsideOfATrace() {
        assertThat(traces.current()).isEmpty();
    }

    private Optional<String> within(TraceFlags flags) {
        Span span = Span.wrap(SpanContext.create(TRACE, SPAN, flags, TraceState.getDefault()));
        try (Scope scope = span.makeCurrent()) {
            return traces.current();
        }
    }
}
