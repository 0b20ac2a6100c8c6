package io.seckill.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RateLimitTest {

    @Test
    void isKeptToTheMicrosecond() {
        assertThat(new RateLimit(1, 1, Duration.ofNanos(1_234_567)).per()).isEqualTo(Duration.ofNanos(1_234_000));
        assertThat(RateLimit.perSecond(5)).isEqualTo(new RateLimit(5, 5, Duration.ofSeconds(1)));
    }

    @Test
    void refusesSizesThatMakeNoSenseAndNamesTheValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RateLimit(0, 1, Duration.ofSeconds(1)))
                .withMessage("the capacity of a limit must be 1 to 1000000, but was 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RateLimit(1, 1_000_001, Duration.ofSeconds(1)))
                .withMessageContaining("refill", "1000001");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RateLimit(1, 1, Duration.ofHours(2)))
                .withMessageContaining("PT2H");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RateLimit(1, 1, Duration.ofNanos(999_999)))
                .withMessageContaining("PT0.000999999S");
    }
}
