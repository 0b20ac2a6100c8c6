package io.seckill.spring.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class RepeatingTaskTest {

    private final AtomicInteger runs = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void goesOnWhateverTheTaskThrowsAndLogsItOnce(boolean broken, CapturedOutput output) {
        RepeatingTask task = new RepeatingTask("seckill-trouble", "look", Duration.ofMillis(1), () -> {
            runs.incrementAndGet();
            fail(broken);
        });

        task.start();
        try {
            await().until(() -> runs.get() >= 3);
            assertThat(task.isRunning()).isTrue();
            assertThat(output.getOut()).containsOnlyOnce("The look fails; trying again until it works: ");
        } finally {
            task.stop();
        }
    }

    @Test
    void runsNoMoreOnceItIsStopped() {
        RepeatingTask task = new RepeatingTask("seckill-task", "look", Duration.ofMillis(1), runs::incrementAndGet);
        task.start();
        await().until(() -> runs.get() >= 3);

        task.stop();

        int before = runs.get();
        assertThat(task.isRunning()).isFalse();
        await().during(Duration.ofMillis(50)).until(() -> runs.get() == before);
    }

    private static void fail(boolean broken) {
        if (broken) {
            throw new NoClassDefFoundError("a/class/that/is/gone");
        }
        throw new IllegalStateException("trouble");
    }
}
