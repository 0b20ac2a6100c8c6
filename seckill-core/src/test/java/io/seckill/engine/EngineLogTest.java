package io.seckill.engine;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.seckill.OrderId;
import io.seckill.Origin;
import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult.Reason;
import io.seckill.Reservation;
import io.seckill.engine.ScriptedGate.Asked;
import io.seckill.spi.OrderSink;
import io.seckill.spi.Traces;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What a purchase leaves behind for those who look later: a line in the log, and its trace. */
class EngineLogTest {

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.seckill");
    private final Level before = logger.getLevel();

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(lines);
        logger.setLevel(before);
    }

    @Test
    void anAcceptedPurchaseIsALineAtDebugWithSaleBuyerAndOrder() {
        logger.setLevel(Level.DEBUG);

        buy(ScriptedGate.accepting(), Traces.NONE);

        assertThat(lines.list).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.DEBUG);
            assertThat(line.getFormattedMessage()).isEqualTo("Accepted order 7301 of buyer alice in sale coupon");
        });
    }

    @Test
    void aRejectedBuyerIsNoLineAtAll() {
        logger.setLevel(Level.TRACE);

        buy(new ScriptedGate(asked -> asked.rejectAll(Reason.SOLD_OUT)), Traces.NONE);

        assertThat(lines.list).isEmpty();
    }

    @Test
    void nothingIsLoggedUnlessAskedFor() {
        logger.setLevel(Level.INFO);

        buy(ScriptedGate.accepting(), Traces.NONE);

        assertThat(lines.list).isEmpty();
    }

    @Test
    void theTraceOfTheCallerGoesToTheGate() {
        String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

        assertThat(buy(ScriptedGate.accepting(), always(Optional.of(trace))).origin())
                .isEqualTo(new Origin(0, Optional.of(trace)));
        assertThat(buy(ScriptedGate.accepting(), always(Optional.empty())).origin())
                .isSameAs(Origin.FIRST);
    }

    private static Reservation buy(ScriptedGate gate, Traces traces) {
        EngineParts parts =
                EngineParts.of(gate, () -> new OrderId("7301"), Runnable::run).withTraces(traces);
        try (SeckillEngine engine = new SeckillEngine(parts, EngineConfig.DEFAULT)) {
            engine.buy(PurchaseRequest.of("coupon", "alice"));
        }
        Asked asked = gate.calls.get(0);
        return asked.wanted().get(0);
    }

    private static Traces always(Optional<String> trace) {
        return new Traces() {

            @Override
            public Optional<String> current() {
                return trace;
            }

            @Override
            public OrderSink around(OrderSink sink) {
                return sink;
            }
        };
    }
}
