package io.seckill.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class OptionsTest {

    @Test
    void nothingMeansTheFullRunOnServersOfItsOwn() {
        Options options = Options.parse();

        assertThat(options.pace()).isEqualTo(Pace.FULL);
        assertThat(options.redis()).isEmpty();
        assertThat(options.database()).isEmpty();
        assertThat(options.out()).endsWithRaw(Path.of("target", "load"));
    }

    @Test
    void takesServersAndAFolder() {
        Options options = Options.parse(
                "--quick",
                "--no-jmeter",
                "--redis",
                "127.0.0.1:6379",
                "--jdbc",
                "jdbc:mysql://db/",
                "--user",
                "me",
                "--out",
                "there");

        assertThat(options.pace().jmeterRounds()).isZero();
        assertThat(options.pace().steps()).isEqualTo(Pace.QUICK.steps());
        assertThat(options.redis()).hasValue("127.0.0.1:6379");
        assertThat(options.database()).hasValue(new Options.Database("jdbc:mysql://db/", "me", ""));
        assertThat(options.out()).isEqualTo(Path.of("there"));
    }

    @Test
    void refusesWhatItDoesNotUnderstand() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Options.parse("--fast"))
                .withMessageContaining("--fast");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Options.parse("--out"))
                .withMessageContaining("value");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Options.parse("--redis", "6379"))
                .withMessageContaining("host:port");
    }
}
