package io.seckill.load;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets 100, 500, 1,000 and 2,000 buyers at a time loose on the sample and on the tutorial's shop, and tells how both fared. Its last line
 * is for machines; the exit status is 1 if anything was oversold, bought twice, lost or not answered.
 *
 * <pre>{@code
 * mvn -q -pl benchmarks/load -am -Dmaven.test.skip compile exec:exec -Dload=--quick
 * }</pre>
 */
public final class LoadKit {

    private LoadKit() {}

    /** Runs it. */
    public static void main(String... words) throws IOException, InterruptedException, SQLException, TimeoutException {
        quiet();
        Options options;
        try {
            options = Options.parse(words);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        Report report = run(options.pace(), options, line -> System.out.println(line));
        System.out.println(report.table());
        System.out.println(Ratios.of(report.rows()));
        System.exit(report.right() ? 0 : 1);
    }

    /** Runs the course and writes its report. */
    static Report run(Pace pace, Options options, Consumer<String> output)
            throws IOException, InterruptedException, SQLException, TimeoutException {
        Path out = Files.createDirectories(options.out());
        try (Servers servers = Servers.start(options);
                Course course = new Course(pace, servers, out, output)) {
            Report report = new Report(environment(), course.run());
            report.write(out);
            output.accept("written to " + out.resolve("load.html").toAbsolutePath());
            return report;
        }
    }

    private static Map<String, String> environment() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("time", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        all.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        all.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        all.put("JVM", System.getProperty("java.vm.name") + " " + Runtime.version());
        return all;
    }

    /** JMeter and the servers tell more than anybody wants to know. */
    private static void quiet() {
        ((LoggerContext) LoggerFactory.getILoggerFactory())
                .getLogger(Logger.ROOT_LOGGER_NAME)
                .setLevel(Level.WARN);
    }
}
