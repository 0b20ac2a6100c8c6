package io.seckill.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole kit, with a very small crowd. */
class LoadKitTest {

    private static final int BUYERS = 20;
    private static final Pace TINY = new Pace(List.of(BUYERS), BUYERS, 1, 1, 0);

    @TempDir
    private static Path out;

    private static final List<String> said = new ArrayList<>();
    private static Report report;

    @BeforeAll
    static void run() throws Exception {
        report = LoadKit.run(TINY, Options.parse("--out", out.toString()), said::add);
    }

    @Test
    void bothShopsSellWhatThereIsOnceAndMakeItRows() {
        assertThat(report.rows()).hasSize(4).allSatisfy(row -> {
            assertThat(row.errorKinds()).isEmpty();
            assertThat(row.purchases()).isEqualTo(BUYERS);
            assertThat(row.accepted()).isEqualTo(BUYERS / 2);
            assertThat(row.orders()).isEqualTo(row.accepted());
            assertThat(row.oversold()).isZero();
            assertThat(row.duplicates()).isZero();
            assertThat(row.lastRowMillis()).isPositive();
            assertThat(row.right()).isTrue();
        });
    }

    @Test
    void bothShopsAreAskedInBothWays() {
        assertThat(report.rows())
                .extracting(row -> row.way() + " " + row.shop())
                .containsExactly("rush sample", "rush tutorial", "jmeter sample", "jmeter tutorial");
    }

    @Test
    void whatWasFoundIsWrittenForPeopleAndForMachines() {
        assertThat(out.resolve("load.json")).content().contains("\"accepted\" : " + BUYERS / 2);
        assertThat(out.resolve("load.html")).content().contains("<td>tutorial</td>", "/index.html");
        assertThat(out.resolve("jmeter"))
                .isDirectoryContaining(
                        path -> path.resolve("index.html").toFile().isFile());
    }
}
