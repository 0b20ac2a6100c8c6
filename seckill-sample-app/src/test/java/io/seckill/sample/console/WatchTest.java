package io.seckill.sample.console;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.awaitility.Awaitility.await;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.seckill.SaleStatus;
import io.seckill.Sales;
import io.seckill.spi.Outbox;
import io.seckill.spi.Outbox.Backlog;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WatchTest {

    private static final int SLOW_MILLIS = 300;

    private final Sales sales = mock();
    private final Outbox outbox = mock();
    private final Watch watch = new Watch(sales, outbox, mock(), new SimpleMeterRegistry());

    @AfterEach
    void stop() {
        watch.stop();
    }

    @Test
    void asksAfterASecondHoweverLongTheAnswerTook() {
        given(sales.list())
                .willAnswer(asked -> new CompletableFuture<List<SaleStatus>>()
                        .completeOnTimeout(List.of(), SLOW_MILLIS, MILLISECONDS)
                        .join());
        given(outbox.backlog()).willReturn(new Backlog(0, 0, Duration.ZERO, 0));

        watch.start();

        await().atMost(Duration.ofSeconds(30)).until(() -> shortest() < 1_000 + SLOW_MILLIS / 2);
    }

    private long shortest() {
        List<Long> at = watch.after(Instant.EPOCH, Optional.empty()).at();
        return IntStream.range(2, at.size()) // the first is sooner, on the way to the full second
                .mapToLong(i -> at.get(i) - at.get(i - 1))
                .min()
                .orElse(Long.MAX_VALUE);
    }
}
