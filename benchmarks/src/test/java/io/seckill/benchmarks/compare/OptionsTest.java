package io.seckill.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    void namesTheServerThatCannotBeUsed(@TempDir Path folder) {
        Options options = Options.parse("--redis", "127.0.0.1:1", "--out", folder.toString());

        assertThatExceptionOfType(UnusableServerException.class)
                .isThrownBy(() -> new Course(options, line -> {}).run())
                .withMessageContaining("--redis 127.0.0.1:1");
    }
}
