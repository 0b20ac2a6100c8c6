package io.seckill.benchmarks.compare;

import java.util.List;
import java.util.Locale;

/** Horizontal bars in panels, on a white card of its own: it looks the same on a light page and on a dark one. */
final class Chart {

    private static final int WIDTH = 860;
    private static final int MARGIN = 24;
    private static final int BARS_FROM = 250;
    private static final int BARS_WIDTH = 480;
    private static final int ROW = 26;
    private static final int BAR = 16;
    private static final String TEXT = "#1f2328";
    private static final String FAINT = "#59636e";
    private static final String OURS = "#0969da";
    private static final String OTHERS = "#afb8c1";

    private final StringBuilder body = new StringBuilder();
    private int y = MARGIN;

    /** Adds a line of large text. */
    Chart title(String text) {
        y += 20;
        text(MARGIN, 20, TEXT, "bold", text);
        y += 10;
        return this;
    }

    /** Adds a line of small text. */
    Chart note(String text) {
        y += 16;
        text(MARGIN, 12, FAINT, "normal", text);
        return this;
    }

    /** Adds a panel whose longest bar takes the whole width. */
    Chart panel(String title, List<Bar> bars) {
        y += 34;
        text(MARGIN, 14, TEXT, "bold", title);
        y += 8;
        double most = bars.stream().mapToDouble(Bar::value).max().orElse(1);
        bars.forEach(bar -> row(bar, most));
        return this;
    }

    private void row(Bar bar, double most) {
        long width = Math.max(1, Math.round(BARS_WIDTH * bar.value / Math.max(most, Double.MIN_NORMAL)));
        body.append(String.format(
                Locale.ROOT,
                "  <rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"2\" fill=\"%s\"/>%n",
                BARS_FROM,
                y + (ROW - BAR) / 2,
                width,
                BAR,
                bar.ours ? OURS : OTHERS));
        int top = y;
        y += (ROW + BAR) / 2 - 3;
        text(MARGIN, 13, TEXT, "normal", bar.label);
        text(BARS_FROM + (int) width + 8, 13, TEXT, bar.ours ? "bold" : "normal", number(bar.value));
        y = top + ROW;
    }

    private void text(int x, int size, String colour, String weight, String text) {
        body.append(String.format(
                Locale.ROOT,
                "  <text x=\"%d\" y=\"%d\" font-size=\"%d\" font-weight=\"%s\" fill=\"%s\">%s</text>%n",
                x,
                y,
                size,
                weight,
                colour,
                text.replace("&", "&amp;").replace("<", "&lt;")));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%,.0f", value);
    }

    /** Returns the picture. */
    String toSvg() {
        int height = y + MARGIN;
        return String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%1$d\" height=\"%2$d\" viewBox=\"0 0 %1$d %2$d\""
                        + " font-family=\"system-ui, sans-serif\">%n"
                        + "  <rect width=\"%1$d\" height=\"%2$d\" rx=\"8\" fill=\"#ffffff\"/>%n%3$s</svg>%n",
                WIDTH,
                height,
                body);
    }

    /** One bar; ours stand out. */
    record Bar(String label, double value, boolean ours) {}
}
