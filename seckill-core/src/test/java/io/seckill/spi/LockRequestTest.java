package io.seckill.spi;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LockRequestTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void namesTheValueThatMakesNoSense() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LockRequest.renewed(" ", SECOND))
                .withMessageContaining("name");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LockRequest.renewed("n".repeat(201), SECOND))
                .withMessageContaining("nnn");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LockRequest.renewed("n", Duration.ofMillis(-1)))
                .withMessageContaining("maxWait")
                .withMessageContaining("PT-0.001S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LockRequest.fixed("n", SECOND, Duration.ZERO))
                .withMessageContaining("lease")
                .withMessageContaining("PT0S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LockRequest.fixed("n", SECOND, Duration.ofDays(2)))
                .withMessageContaining("PT48H");
    }
}
