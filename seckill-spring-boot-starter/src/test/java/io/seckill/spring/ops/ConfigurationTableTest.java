package io.seckill.spring.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.spring.Metadata;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of properties say what the metadata says, and all of it. */
class ConfigurationTableTest {

    @Test
    void theTablesNameEveryPropertyWithItsDefaultAndNoOther() {
        List<String> tables = Stream.of(Project.file("docs/configuration.md").split("\n"))
                .filter(line -> line.startsWith("| `"))
                .map(ConfigurationTableTest::fromRow)
                .toList();

        assertThat(tables)
                .containsExactlyInAnyOrderElementsOf(Metadata.properties().stream()
                        .map(ConfigurationTableTest::fromMetadata)
                        .toList());
    }

    private static String fromRow(String row) {
        String[] cells = row.replace("`", "").split("\\|");
        return cells[1].trim() + "=" + cells[2].trim();
    }

    private static String fromMetadata(Map<String, Object> property) {
        return property.get("name") + "=" + Objects.toString(property.get("defaultValue"), "");
    }
}
