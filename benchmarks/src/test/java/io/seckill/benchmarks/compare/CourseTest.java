package io.seckill.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.seckill.lab.stage.Contenders;
import io.seckill.lab.stage.Contenders.Stage;
import io.seckill.test.server.LocalRedis;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class CourseTest {

    private static final Pace TINY = new Pace(
            Duration.ofMillis(100),
            20_000,
            1,
            List.of(8, 1),
            2_000,
            200,
            1_000,
            1,
            Duration.ofSeconds(10),
            List.of(1_000, 5_000),
            1_000);

    @TempDir
    private Path out;

    @Test
    void runsEverythingAndTellsTheRatiosLast() throws Exception {
        List<String> lines = new ArrayList<>();

        new Course(new Options(TINY, false, Optional.empty(), Optional.empty(), out), lines::add).run();

        assertThat(lines.get(lines.size() - 1))
                .matches(
                        "ratios: blocking200=[0-9.]+ async=[0-9.]+ redisMicrosPerPurchase=[0-9.]+ soldOutPerSecond=[0-9]+"
                                + " singleCallerP50=[0-9.]+ ordersPerSecond=[0-9.]+ bytesPerReservation=[0-9]+");
        JsonNode found =
                new ObjectMapper().readTree(out.resolve("comparison.json").toFile());
        assertThat(found.at("/ratios/soldOutPerSecond").asLong()).isPositive();
        assertThat(found.at("/purchases")).hasSize(8 + 6).allSatisfy(row -> {
            assertThat(row.at("/purchases").asLong()).isPositive();
            assertThat(row.at("/failed").asLong()).isZero();
        });
        assertThat(found.at("/exactness"))
                .extracting(row -> row.at("/contender").asString())
                .containsExactlyInAnyOrderElementsOf(Contenders.COMPARED.stream()
                        .filter(name -> !name.equals(Contenders.BARE))
                        .toList());
        assertThat(found.at("/exactness")).allSatisfy(row -> {
            assertThat(row.at("/oversold").asInt()).isZero();
            assertThat(row.at("/duplicates").asInt()).isZero();
            assertThat(row.at("/accepted").asInt()).isEqualTo(row.at("/inBooks").asInt());
        });
        assertThat(found.at("/orders"))
                .hasSize(4)
                .allSatisfy(row -> assertThat(row.at("/orders").asInt()).isBetween(190, 1_000));
        assertThat(found.at("/growth")).hasSize(2);
        assertThat(found.at("/backlog")).hasSize(2);
        assertThat(DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(out.resolve("comparison.svg").toFile())
                        .getElementsByTagName("text")
                        .getLength())
                .isGreaterThan(20);
    }

    @Test
    void runsEveryStageAndMarksTheBrokenOnes() throws Exception {
        List<String> lines = new ArrayList<>();

        new Course(new Options(TINY, true, Optional.empty(), Optional.empty(), out), lines::add).runStages();

        JsonNode found = new ObjectMapper().readTree(out.resolve("stages.json").toFile());
        assertThat(found)
                .extracting(row -> row.at("/contender").asString())
                .containsExactlyElementsOf(
                        Contenders.STAGES.stream().map(Stage::contender).toList());
        assertThat(found).allSatisfy(row -> {
            assertThat(row.at("/perSecond").asDouble()).isPositive();
            assertThat(row.at("/failed").asInt()).isZero();
            if (row.at("/contender").asString().equals(Contenders.NO_PROTECTION)) {
                assertThat(row.at("/oversold").asInt()).isPositive();
                assertThat(row.at("/duplicates").asInt()).isPositive();
            } else {
                assertThat(row.at("/oversold").asInt()).isZero();
                assertThat(row.at("/duplicates").asInt()).isZero();
            }
        });
        assertThat(String.join("\n", lines)).contains("BROKEN", "updates lost");
    }

    @Test
    void refusesARedisThatHasSomethingInIt() {
        try (LocalRedis redis = LocalRedis.start()) {
            redis.command("SET", "precious", "1");
            Options options =
                    new Options(TINY, false, Optional.of(redis.host() + ":" + redis.port()), Optional.empty(), out);

            assertThatIllegalStateException()
                    .isThrownBy(() -> new Course(options, line -> {}).run())
                    .withMessageContaining("has 1 keys");
            assertThat(redis.command("GET", "precious")).isEqualTo("1");
        }
    }
}
