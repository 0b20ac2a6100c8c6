package io.seckill.load;

import java.util.List;
import java.util.Locale;

/**
 * What it comes down to: the sample against the tutorial's shop, in the rushes. Its text is read by machines: names and order stay.
 *
 * @param rps1000 requests a second with 1,000 at a time, sample to tutorial
 * @param p99at1000 the same of the 99th percentile: less is better
 * @param lastRow time from the first purchase to the last row, with 1,000 at a time, tutorial to sample
 * @param errors2000 errors of the sample with 2,000 at a time, JMeter's included
 */
record Ratios(double rps1000, double p99at1000, double lastRow, long errors2000) {

    private static final int REFERENCE = 1_000;
    private static final int MOST = 2_000;

    static Ratios of(List<Row> rows) {
        Row sample = rush(rows, Kind.SAMPLE);
        Row tutorial = rush(rows, Kind.TUTORIAL);
        return new Ratios(
                sample.requestsPerSecond() / tutorial.requestsPerSecond(),
                sample.p99Millis() / tutorial.p99Millis(),
                tutorial.lastRowMillis() / sample.lastRowMillis(),
                rows.stream()
                        .filter(row -> row.concurrent() == MOST && row.isOf(Kind.SAMPLE))
                        .mapToLong(Row::errors)
                        .sum());
    }

    private static Row rush(List<Row> rows, Kind shop) {
        return rows.stream()
                .filter(row -> row.way().equals(Course.RUSH) && row.concurrent() == REFERENCE && row.isOf(shop))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the line. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "ratios: rps1000=%.2f p99at1000=%.2f lastRow=%.2f errors2000=%d",
                rps1000,
                p99at1000,
                lastRow,
                errors2000);
    }
}
