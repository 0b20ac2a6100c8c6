package io.seckill.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PurchasePlanTest {

    private static final Path KEPT = Path.of("purchase.jmx");

    /** Where they differ, copy {@code target/purchase.jmx} over the one that is kept. */
    @Test
    void thePlanThatIsKeptForJMeterIsTheOneThatRuns() throws Exception {
        Path made = Path.of("target", "purchase.jmx");

        PurchasePlan.with().saveAsJmx(made.toString());

        assertThat(Files.readString(KEPT)).isEqualTo(Files.readString(made));
    }
}
