package io.seckill.load;

import static us.abstracta.jmeter.javadsl.JmeterDsl.htmlReporter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import us.abstracta.jmeter.javadsl.core.engines.EmbeddedJmeterEngine;

/** Runs the {@link PurchasePlan} in this JVM. */
final class JMeter {

    private static final int RAMP_SECONDS = 1;

    static {
        System.setProperty(
                "org.freemarker.loggerLibrary",
                "SLF4J"); // of the reports; it would look for a library that is half there
    }

    private JMeter() {}

    /**
     * Lets a crowd loose on this path of the shop at this port of this machine: all of it arrives within a second, each buyer on a
     * connection of its own.
     *
     * @param reports where JMeter's HTML report goes, in a folder of the crowd's name
     */
    static Tally on(int port, String path, Crowd crowd, Path reports)
            throws IOException, InterruptedException, TimeoutException {
        EmbeddedJmeterEngine engine = new EmbeddedJmeterEngine()
                .prop(PurchasePlan.PORT, text(port))
                .prop(PurchasePlan.PATH, path.substring(1))
                .prop(PurchasePlan.BUYERS, text(crowd.buyers()))
                .prop(PurchasePlan.RAMP, text(RAMP_SECONDS))
                .prop(PurchasePlan.NAME, crowd.name())
                .prop("summariser.out", "false");
        PurchasePlan.with(htmlReporter(reports.toString(), crowd.name())).runIn(engine);
        return tally(reports.resolve(crowd.name()).resolve("report.jtl"));
    }

    /** JMeter finds no property that is not text. */
    private static String text(int number) {
        return Integer.toString(number);
    }

    /** Reads what JMeter noted of each sample. */
    private static Tally tally(Path samples) throws IOException {
        List<String> lines = Files.readAllLines(samples);
        List<String> names = List.of(lines.get(0).split(","));
        int at = names.indexOf("timeStamp");
        int took = names.indexOf("elapsed");
        int status = names.indexOf("responseCode");
        Tally tally = new Tally(lines.size() - 1);
        long first = Long.MAX_VALUE;
        long last = 0;
        for (String line : lines.subList(1, lines.size())) {
            String[] values = line.split(",", -1);
            long start = Long.parseLong(values[at]);
            long millis = Long.parseLong(values[took]);
            first = Math.min(first, start);
            last = Math.max(last, start + millis);
            tally.answered(values[status], TimeUnit.MILLISECONDS.toNanos(millis));
        }
        long ago = System.currentTimeMillis() - first;
        return tally.ran(
                System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(ago), TimeUnit.MILLISECONDS.toNanos(last - first));
    }
}
