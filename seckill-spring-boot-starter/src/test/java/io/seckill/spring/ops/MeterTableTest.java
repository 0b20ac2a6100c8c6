package io.seckill.spring.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of meters says what the code does, and all of it. */
class MeterTableTest {

    /** Its values come from the application; the table names the tag alone. */
    private static final String OPEN = "sale";

    @Test
    void theTableNamesEveryMeterOfTheCodeAndNoOther() {
        List<String> table = Stream.of(Project.file("docs/meters.md").split("\n"))
                .filter(line -> line.startsWith("| `seckill."))
                .map(MeterTableTest::fromRow)
                .toList();

        Project.withAllMeters(meters -> assertThat(table).containsExactlyInAnyOrderElementsOf(fromCode(meters)));
    }

    /** Name, type, and each tag with its values. */
    private static String fromRow(String row) {
        List<String> cells = Stream.of(row.split("\\|")).map(String::trim).toList();
        String values = cells.get(3).replace("`", "").replaceFirst(": ", "=");
        return (cells.get(1).replace("`", "") + " " + cells.get(2) + " " + sorted(values)).trim();
    }

    private static String sorted(String tag) {
        String[] parts = tag.split("=");
        return parts.length == 1 ? tag : parts[0] + "=" + new TreeSet<>(List.of(parts[1].split(", ")));
    }

    private static Set<String> fromCode(MeterRegistry meters) {
        return meters.getMeters().stream()
                .collect(Collectors.groupingBy(meter -> meter.getId().getName()))
                .values()
                .stream()
                .map(MeterTableTest::describe)
                .collect(Collectors.toSet());
    }

    private static String describe(List<Meter> series) {
        Meter.Id first = series.get(0).getId();
        String type = first.getType().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String tags = first.getTags().stream().map(tag -> tag(tag, series)).collect(Collectors.joining(" "));
        return (first.getName() + " " + type + " " + tags).trim();
    }

    private static String tag(Tag tag, List<Meter> series) {
        if (tag.getKey().equals(OPEN)) {
            return tag.getKey();
        }
        return tag.getKey() + "="
                + series.stream()
                        .map(each -> each.getId().getTag(tag.getKey()))
                        .collect(Collectors.toCollection(TreeSet::new));
    }
}
