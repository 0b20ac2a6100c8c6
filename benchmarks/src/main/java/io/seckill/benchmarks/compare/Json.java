package io.seckill.benchmarks.compare;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes records, maps, lists, numbers, flags and text as JSON, two blanks for each level. */
final class Json {

    private Json() {}

    static String of(Object value) {
        return write(value, "\n") + "\n";
    }

    private static String write(Object value, String line) {
        if (value instanceof Record record) {
            return object(components(record), line);
        }
        if (value instanceof Map<?, ?> map) {
            return object(
                    map.entrySet().stream()
                            .map(each -> Map.entry(each.getKey().toString(), (Object) each.getValue()))
                            .toList(),
                    line);
        }
        if (value instanceof List<?> list) {
            return enclosed(
                    "[", list.stream().map(each -> write(each, line + "  ")).toList(), "]", line);
        }
        if (value instanceof Double number) {
            return Double.isFinite(number) ? String.format(Locale.ROOT, "%.3f", number) : "null";
        }
        return value instanceof Number || value instanceof Boolean ? value.toString() : quoted(value.toString());
    }

    private static String object(List<Map.Entry<String, Object>> members, String line) {
        List<String> written = members.stream()
                .map(each -> quoted(each.getKey()) + ": " + write(each.getValue(), line + "  "))
                .toList();
        return enclosed("{", written, "}", line);
    }

    private static String enclosed(String open, List<String> parts, String close, String line) {
        return parts.isEmpty()
                ? open + close
                : parts.stream().collect(Collectors.joining("," + line + "  ", open + line + "  ", line + close));
    }

    private static List<Map.Entry<String, Object>> components(Record record) {
        List<Map.Entry<String, Object>> components = new ArrayList<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            try {
                components.add(
                        Map.entry(component.getName(), component.getAccessor().invoke(record)));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("cannot read " + component, e);
            }
        }
        return components;
    }

    private static String quoted(String text) {
        return text.chars()
                .mapToObj(c -> switch (c) {
                    case '"', '\\' -> "\\" + (char) c;
                    default -> c < ' ' ? String.format("\\u%04x", c) : Character.toString(c);
                })
                .collect(Collectors.joining("", "\"", "\""));
    }
}
