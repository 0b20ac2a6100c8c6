package io.seckill.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** A table in plain text: the first column to the left, all others to the right. */
final class Table {

    private final String title;
    private final List<List<String>> rows = new ArrayList<>();

    Table(String title, String... columns) {
        this.title = title;
        rows.add(List.of(columns));
    }

    Table row(Object... cells) {
        rows.add(IntStream.range(0, cells.length).mapToObj(i -> text(cells[i])).toList());
        return this;
    }

    private static String text(Object cell) {
        if (cell instanceof Double number) {
            return number.isNaN()
                    ? "-"
                    : String.format(Locale.ROOT, number < 1 ? "%.3f" : number < 1_000 ? "%.2f" : "%,.0f", number);
        }
        return cell instanceof Number number ? String.format(Locale.ROOT, "%,d", number.longValue()) : cell.toString();
    }

    /** Returns the table. */
    @Override
    public String toString() {
        int columns = rows.get(0).size();
        int[] widths = IntStream.range(0, columns)
                .map(i ->
                        rows.stream().mapToInt(row -> row.get(i).length()).max().orElse(0))
                .toArray();
        StringBuilder text = new StringBuilder(title).append('\n');
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                String cell = row.get(i);
                String padding = " ".repeat(widths[i] - cell.length());
                text.append(i == 0 ? cell + padding : "  " + padding + cell);
            }
            text.append('\n');
        }
        return text.toString();
    }
}
