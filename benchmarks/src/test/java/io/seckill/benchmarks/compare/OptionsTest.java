package io.seckill.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OptionsTest {

    @Test
    void needsNothing() {
        assertThat(Options.parse())
                .isEqualTo(new Options(
                        Pace.FULL, false, Optional.empty(), Optional.empty(), Path.of("benchmarks", "results")));
    }

    @Test
    void takesServersPaceAndFolder() {
        Options options = Options.parse(
                "--quick --growth --stages --redis h:1 --jdbc jdbc:mysql://d/ --user u --password p --out o"
                        .split(" "));

        assertThat(options)
                .isEqualTo(new Options(
                        Pace.QUICK.withGrowth(),
                        true,
                        Optional.of("h:1"),
                        Optional.of(new Options.Jdbc("jdbc:mysql://d/", "u", "p")),
                        Path.of("o")));
        assertThat(options.pace().growth()).isEqualTo(Pace.FULL.growth());
        assertThat(options.pace().slice()).isEqualTo(Pace.QUICK.slice());
    }

    @Test
    void namesWhatItDoesNotUnderstand() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Options.parse("--quik"))
                .withMessageContaining("--quik")
                .withMessageContaining(Options.USAGE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Options.parse("--redis"))
                .withMessageContaining("--redis needs a value");
    }
}
