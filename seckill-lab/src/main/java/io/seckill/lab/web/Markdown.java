package io.seckill.lab.web;

import io.seckill.lab.run.Experiment;
import io.seckill.lab.run.Figures;
import io.seckill.lab.run.LabStage;
import io.seckill.lab.run.Settings;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes a report whose table can also be read as plain text. */
final class Markdown {

    private static final List<String> COLUMNS = List.of(
            "stage",
            "verdict",
            "per-second",
            "p50",
            "p99",
            "accepted",
            "oversold",
            "duplicates",
            "overlaps",
            "failed",
            "unserved",
            "redis-calls",
            "connections",
            "row-lock-waits");

    private final Words words;

    Markdown(Words words) {
        this.words = words;
    }

    String of(Experiment experiment) {
        Settings settings = experiment.settings();
        return String.join(
                "\n",
                "# " + format("report.title", experiment.id()),
                "",
                format("report.state", experiment.started(), experiment.state(), experiment.trouble())
                        .strip(),
                "",
                format(
                        "report.settings",
                        settings.buyers(),
                        settings.clicks(),
                        settings.stock(),
                        settings.thinkMs(),
                        settings.leaseMs(),
                        settings.lockWaitMs(),
                        settings.concurrency(),
                        settings.processes(),
                        settings.seconds()),
                "",
                table(experiment.figures()),
                "",
                experiment.figures().stream().map(this::why).collect(Collectors.joining("\n")),
                "",
                experiment.environment().entrySet().stream()
                        .map(entry -> entry.getKey() + ": " + entry.getValue())
                        .collect(Collectors.joining("; ")),
                "");
    }

    private String why(Figures figures) {
        LabStage stage = figures.stage();
        String remark = figures.remark().isEmpty() ? "" : " (" + figures.remark() + ")";
        return "- **" + title(stage) + "**: " + words.why(stage) + remark;
    }

    private String title(LabStage stage) {
        return stage.number() + " " + words.name(stage);
    }

    private String table(List<Figures> all) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(COLUMNS.stream().map(column -> words.get("column." + column)).toList());
        all.forEach(figures -> rows.add(row(figures)));
        int[] widths = new int[COLUMNS.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], width(row.get(i)));
            }
        }
        List<String> lines =
                new ArrayList<>(rows.stream().map(row -> line(row, widths)).toList());
        lines.add(1, rule(widths));
        return String.join("\n", lines);
    }

    private List<String> row(Figures figures) {
        return List.of(
                title(figures.stage()),
                words.get("verdict." + verdict(figures)),
                decimal(figures.perSecond(), 0),
                decimal(figures.p50Ms(), 1),
                decimal(figures.p99Ms(), 1),
                Long.toString(figures.accepted()),
                Long.toString(figures.oversold()),
                Long.toString(figures.duplicates()),
                Long.toString(figures.overlaps()),
                Long.toString(figures.failed()),
                Long.toString(figures.unserved()),
                Long.toString(figures.redisCalls()),
                Integer.toString(figures.connections()),
                Long.toString(figures.rowLockWaits()));
    }

    private static String verdict(Figures figures) {
        if (figures.broke()) {
            return "broke";
        }
        return switch (figures.state()) {
            case DONE -> "exact";
            case STOPPED -> "stopped";
            case FAILED -> "failed";
            default -> "open";
        };
    }

    private static String decimal(double value, int places) {
        return String.format(Locale.ROOT, "%." + places + "f", value);
    }

    private static String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder("|");
        for (int i = 0; i < widths.length; i++) {
            String blanks = " ".repeat(widths[i] - width(cells.get(i)));
            line.append(i < 2 ? " " + cells.get(i) + blanks + " |" : " " + blanks + cells.get(i) + " |");
        }
        return line.toString();
    }

    private static String rule(int[] widths) {
        StringBuilder line = new StringBuilder("|");
        for (int i = 0; i < widths.length; i++) {
            String dashes = "-".repeat(widths[i]);
            line.append(i < 2 ? " " + dashes + " |" : " " + dashes.substring(1) + ": |");
        }
        return line.toString();
    }

    /** Returns how many columns of a terminal a text takes: two for each ideograph and full-width sign. */
    private static int width(String text) {
        return text.codePoints().map(c -> c >= 0x2E80 && c <= 0xFFEF ? 2 : 1).sum();
    }

    private String format(String key, Object... values) {
        return new MessageFormat(words.get(key), Locale.ROOT).format(texts(values));
    }

    /** Numbers without thousands apart, so that they can be copied. */
    private static Object[] texts(Object... values) {
        return Arrays.stream(values).map(Object::toString).toArray();
    }
}
