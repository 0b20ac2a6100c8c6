package io.seckill.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.PurchaseRequest;
import io.seckill.spi.RateLimiter;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spi.SeckillMetrics.LimitKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PurchaseLimitsTest {

    private static final PurchaseRequest WISH = PurchaseRequest.of("coupon", "alice");

    private final Map<LimitKind, CompletableFuture<Optional<Duration>>> answers = new EnumMap<>(LimitKind.class);
    private final Map<LimitKind, RateLimiter> limiters = new EnumMap<>(LimitKind.class);
    private final List<LimitKind> asked = new ArrayList<>();
    private final List<LimitKind> limited = new ArrayList<>();

    PurchaseLimitsTest() {
        for (LimitKind kind : LimitKind.values()) {
            answers.put(kind, new CompletableFuture<>());
            limiters.put(kind, request -> {
                asked.add(kind);
                return answers.get(kind);
            });
        }
    }

    @Test
    void asksTheNodeThenBuyerAndAddressTogetherThenTheCluster() {
        CompletableFuture<Optional<Duration>> answer = ask();
        assertThat(asked).containsExactly(LimitKind.NODE);

        pass(LimitKind.NODE);
        assertThat(asked).containsExactly(LimitKind.NODE, LimitKind.BUYER, LimitKind.ADDRESS);

        pass(LimitKind.BUYER);
        assertThat(asked).hasSize(3);
        pass(LimitKind.ADDRESS);
        assertThat(asked).hasSize(4).endsWith(LimitKind.CLUSTER);

        assertThat(answer).isNotDone();
        pass(LimitKind.CLUSTER);
        assertThat(answer).isCompletedWithValue(Optional.empty());
        assertThat(limited).isEmpty();
    }

    @Test
    void whoIsTurnedAwayAsABuyerUsesUpNothingOfTheCluster() {
        CompletableFuture<Optional<Duration>> answer = ask();
        pass(LimitKind.NODE);
        refuse(LimitKind.BUYER, 7);
        pass(LimitKind.ADDRESS);

        assertThat(answer).isCompletedWithValue(Optional.of(Duration.ofSeconds(7)));
        assertThat(asked).doesNotContain(LimitKind.CLUSTER);
        assertThat(limited).containsExactly(LimitKind.BUYER);
    }

    @Test
    void whoIsTurnedAwayByTheNodeCausesNoTraffic() {
        CompletableFuture<Optional<Duration>> answer = ask();
        refuse(LimitKind.NODE, 1);

        assertThat(answer).isCompletedWithValue(Optional.of(Duration.ofSeconds(1)));
        assertThat(asked).containsExactly(LimitKind.NODE);
    }

    @Test
    void tellsTheLongerOfTwoTimes() {
        CompletableFuture<Optional<Duration>> answer = ask();
        pass(LimitKind.NODE);
        refuse(LimitKind.BUYER, 2);
        refuse(LimitKind.ADDRESS, 3);

        assertThat(answer).isCompletedWithValue(Optional.of(Duration.ofSeconds(3)));
        assertThat(limited).containsExactly(LimitKind.BUYER, LimitKind.ADDRESS);
    }

    @Test
    void aLimiterThatFailsHidesNoOther() {
        limiters.put(LimitKind.NODE, request -> {
            throw new IllegalStateException("no limiter");
        });
        CompletableFuture<Optional<Duration>> answer = ask();
        answers.get(LimitKind.BUYER).completeExceptionally(new IllegalStateException("no answer"));
        pass(LimitKind.ADDRESS);
        refuse(LimitKind.CLUSTER, 1);

        assertThat(answer).isCompletedWithValue(Optional.of(Duration.ofSeconds(1)));
        assertThat(limited).containsExactly(LimitKind.CLUSTER);
    }

    @Test
    void costsNothingWhereNothingIsLimited() {
        assertThat(new PurchaseLimits(Map.of(), SeckillMetrics.NONE).tryPass(WISH))
                .isSameAs(RateLimiter.PASS);
        limiters.replaceAll((kind, limiter) -> RateLimiter.NONE);
        assertThat(ask()).isSameAs(RateLimiter.PASS);
    }

    private CompletableFuture<Optional<Duration>> ask() {
        SeckillMetrics metrics = new SeckillMetrics() {
            @Override
            public void limited(LimitKind kind) {
                limited.add(kind);
            }
        };
        return new PurchaseLimits(limiters, metrics).tryPass(WISH).toCompletableFuture();
    }

    private void pass(LimitKind kind) {
        answers.get(kind).complete(Optional.empty());
    }

    private void refuse(LimitKind kind, int seconds) {
        answers.get(kind).complete(Optional.of(Duration.ofSeconds(seconds)));
    }
}
