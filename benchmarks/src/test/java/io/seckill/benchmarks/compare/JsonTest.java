package io.seckill.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.ObjectMapper;

class JsonTest {

    @Test
    void writesWhatAnotherReaderReadsBack() throws Exception {
        Thing thing = new Thing(
                "a \"quoted\" \\ line\nand µ", 7, 1.5, true, List.of(new Part(1), new Part(2)), Map.of("k", "v"));

        String json = Json.of(thing);

        assertThat((Object) new ObjectMapper().readValue(json, Map.class))
                .isEqualTo(Map.of(
                        "text",
                        "a \"quoted\" \\ line\nand µ",
                        "count",
                        7,
                        "share",
                        1.5,
                        "yes",
                        true,
                        "parts",
                        List.of(Map.of("size", 1), Map.of("size", 2)),
                        "more",
                        Map.of("k", "v")));
    }

    @Test
    void hasNoNumberForWhatIsNone() {
        assertThat(Json.of(List.of(Double.NaN))).isEqualTo("[\n  null\n]\n");
        assertThat(Json.of(List.of())).isEqualTo("[]\n");
    }

    record Thing(String text, int count, double share, boolean yes, List<Part> parts, Map<String, String> more) {}

    record Part(long size) {}
}
