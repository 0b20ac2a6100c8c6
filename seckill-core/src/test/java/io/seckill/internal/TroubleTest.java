package io.seckill.internal;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.seckill.SeckillUnavailableException;
import io.seckill.spi.SinkUnavailableException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** What an operator reads when something is away. */
class TroubleTest {

    private static final String OUTAGE =
            "WARN The outbox fails; trying again until it works: ConnectException: refused";
    private static final String BUG =
            "WARN The outbox fails; trying again until it works: NullPointerException: oops, traced";

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(TroubleTest.class);
    private final Trouble trouble = new Trouble(logger, "outbox");

    @BeforeEach
    void listen() {
        logger.setLevel(Level.INFO);
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(lines);
        logger.setLevel(null);
    }

    @Test
    void anOutageIsALineWhenItBeginsAndOneWhenItIsOver() {
        for (int i = 0; i < 3; i++) {
            trouble.failed(outage());
        }
        assertThat(trouble.failing()).hasValue("the outbox fails: ConnectException: refused");
        trouble.worked();
        trouble.worked();

        assertThat(lines()).containsExactly(OUTAGE, "INFO The outbox works again, after 1 s");
        assertThat(trouble.failing()).isEmpty();
    }

    @Test
    void theNextOutageIsToldToo() {
        trouble.failed(outage());
        trouble.worked();
        trouble.failed(outage());

        assertThat(lines()).hasSize(3).last().isEqualTo(OUTAGE);
    }

    @Test
    void aBugKeepsItsStackTraceOnce() {
        trouble.failed(bug());
        trouble.failed(bug());
        trouble.failed(outage());

        assertThat(lines()).containsExactly(BUG);
    }

    @Test
    void aBugInTheMiddleOfAnOutageIsNotHiddenByIt() {
        trouble.failed(outage());
        trouble.failed(bug());
        trouble.failed(outage());
        trouble.failed(bug());

        assertThat(lines()).containsExactly(OUTAGE, BUG);
    }

    @Test
    void whoDebugsSeesTheTraceAndEveryTry() {
        logger.setLevel(Level.DEBUG);

        trouble.failed(outage());
        trouble.failed(outage());

        assertThat(lines())
                .containsExactly(OUTAGE + ", traced", "DEBUG The outbox still fails: ConnectException: refused");
    }

    @ParameterizedTest
    @MethodSource
    void nobodysCodeIsToBlame(Throwable outage) {
        assertThat(Trouble.isOutage(outage)).isTrue();
    }

    static Stream<Throwable> nobodysCodeIsToBlame() {
        return Stream.of(
                new UncheckedIOException(new UnknownHostException("redis.example")),
                new CompletionException(new TimeoutException()),
                new ForeignException(new SQLTransientConnectionException("the pool has no connection")),
                SeckillUnavailableException.nothingChanged("refused", new ForeignException(null)),
                new SinkUnavailableException("away", new ForeignException(null)));
    }

    @ParameterizedTest
    @MethodSource
    void somebodysCodeIsToBlame(Throwable bug) {
        assertThat(Trouble.isOutage(bug)).isFalse();
    }

    static Stream<Throwable> somebodysCodeIsToBlame() {
        return Stream.of(
                new IllegalStateException("such as a broken contract"),
                new ForeignException(null),
                new NoClassDefFoundError("a/class/that/is/gone"),
                SeckillUnavailableException.outcomeUnknown("a reply that makes no sense", bug()),
                new IllegalStateException(new ConnectException("refused")));
    }

    @Test
    void theReasonIsOneLineAndSaysWhatItIs() {
        assertThat(Trouble.reason(new UncheckedIOException(new UnknownHostException("redis.example"))))
                .isEqualTo("UnknownHostException: redis.example");
        assertThat(Trouble.reason(new CompletionException(new TimeoutException())))
                .isEqualTo("TimeoutException");
        assertThat(Trouble.reason(SeckillUnavailableException.nothingChanged("Redis is not connected", null)))
                .isEqualTo("Redis is not connected");
        assertThat(Trouble.reason(new ConnectException("Link failure\n\nThe last packet ...\n")))
                .isEqualTo("ConnectException: Link failure The last packet ...");
    }

    private static RuntimeException outage() {
        return SeckillUnavailableException.outcomeUnknown("no reply", new ConnectException("refused"));
    }

    private static RuntimeException bug() {
        return new NullPointerException("oops");
    }

    private List<String> lines() {
        return lines.list.stream()
                .map(line -> line.getLevel() + " " + line.getFormattedMessage()
                        + (line.getThrowableProxy() == null ? "" : ", traced"))
                .toList();
    }

    /** Of a library that the core does not know. */
    private static final class ForeignException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        ForeignException(@Nullable Throwable cause) {
            super(cause);
        }
    }
}
