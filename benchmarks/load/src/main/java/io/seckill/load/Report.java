package io.seckill.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/** The rows as a table for the terminal, a page and a file for machines. */
record Report(Map<String, String> environment, List<Row> rows) {

    private static final List<String> COLUMNS = List.of(
            "crowd",
            "concurrent",
            "shop",
            "requests/s",
            "p50 ms",
            "p95 ms",
            "p99 ms",
            "errors",
            "accepted",
            "orders",
            "oversold",
            "duplicates",
            "last row ms",
            "shop CPU µs");

    private List<List<String>> cells() {
        return rows.stream()
                .map(row -> List.of(
                        row.way(),
                        Integer.toString(row.concurrent()),
                        row.shop(),
                        text("%,.0f", row.requestsPerSecond()),
                        text("%.1f", row.p50Millis()),
                        text("%.1f", row.p95Millis()),
                        text("%.1f", row.p99Millis()),
                        Long.toString(row.errors()),
                        Long.toString(row.accepted()),
                        Long.toString(row.orders()),
                        Long.toString(row.oversold()),
                        Long.toString(row.duplicates()),
                        text("%,.0f", row.lastRowMillis()),
                        text("%.0f", row.cpuMicros())))
                .toList();
    }

    private static String text(String format, double number) {
        return String.format(Locale.ROOT, format, number);
    }

    /** Returns the table, its columns below each other. */
    String table() {
        List<List<String>> cells = cells();
        int[] widths = IntStream.range(0, COLUMNS.size())
                .map(i -> Math.max(
                        COLUMNS.get(i).length(),
                        cells.stream()
                                .mapToInt(row -> row.get(i).length())
                                .max()
                                .orElse(0)))
                .toArray();
        return line(COLUMNS, widths)
                + cells.stream().map(row -> line(row, widths)).collect(Collectors.joining());
    }

    private static String line(List<String> row, int[] widths) {
        return IntStream.range(0, widths.length)
                .mapToObj(i -> " ".repeat(widths[i] - row.get(i).length()) + row.get(i))
                .collect(Collectors.joining("  ", "", "\n"));
    }

    /** Returns whether both shops answered everything, and sold nothing too often, twice or in vain. */
    boolean right() {
        return rows.stream().allMatch(Row::right);
    }

    /** Writes {@code load.json} and {@code load.html} into this folder, where the reports of JMeter lie as well. */
    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(
                folder.resolve("load.json"),
                JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n");
        Files.writeString(folder.resolve("load.html"), page(folder));
    }

    private String page(Path folder) throws IOException {
        return """
                <!doctype html>
                <html lang="en"><meta charset="utf-8"><title>seckill: load</title>
                <style>
                body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; color-scheme: light dark }
                table { border-collapse: collapse } td, th { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid gray }
                </style>
                <h1>Load</h1><p>%s</p><table>%s%s</table><h2>JMeter's reports</h2><ul>%s</ul></html>
                """.formatted(
                        environment.entrySet().stream()
                                .map(each -> each.getKey() + ": " + each.getValue())
                                .collect(Collectors.joining("; ")),
                        htmlRow("th", COLUMNS),
                        cells().stream().map(row -> htmlRow("td", row)).collect(Collectors.joining()),
                        links(folder));
    }

    private static String htmlRow(String element, List<String> cells) {
        return cells.stream()
                .map(cell -> "<" + element + ">" + cell + "</" + element + ">")
                .collect(Collectors.joining("", "<tr>", "</tr>\n"));
    }

    private static String links(Path folder) throws IOException {
        Path reports = folder.resolve("jmeter");
        if (!Files.isDirectory(reports)) {
            return "";
        }
        try (var each = Files.list(reports)) {
            return each.map(path -> path.getFileName().toString())
                    .sorted()
                    .map(name -> "<li><a href=\"jmeter/" + name + "/index.html\">" + name + "</a></li>\n")
                    .collect(Collectors.joining());
        }
    }
}
