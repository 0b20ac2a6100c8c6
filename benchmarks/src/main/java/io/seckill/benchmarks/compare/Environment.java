package io.seckill.benchmarks.compare;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcTemplate;

/** Where a comparison runs: ratios are to be compared across runs, and figures only where this is the same. */
final class Environment {

    private Environment() {}

    static Map<String, String> of(RedisMeter redis, JdbcTemplate jdbc, String jdbcUrl) {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        Map<String, String> all = new LinkedHashMap<>();
        all.put("time", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        all.put("cores", Integer.toString(system.getAvailableProcessors()));
        all.put("load average before", String.format(Locale.ROOT, "%.2f", system.getSystemLoadAverage()));
        all.put("system", system.getName() + " " + system.getVersion() + " " + system.getArch());
        all.put("JVM", System.getProperty("java.vm.name") + " " + Runtime.version());
        all.put("heap at most", Runtime.getRuntime().maxMemory() / (1 << 20) + " MiB");
        all.put("Redis", redis.version());
        all.put("database", ask(jdbc, "SELECT VERSION()"));
        all.put("innodb_flush_log_at_trx_commit", ask(jdbc, "SELECT @@innodb_flush_log_at_trx_commit"));
        all.put("rewriteBatchedStatements", jdbcUrl.contains("rewriteBatchedStatements=true") ? "on" : "off");
        return all;
    }

    private static String ask(JdbcTemplate jdbc, String query) {
        return Objects.requireNonNull(jdbc.queryForObject(query, String.class));
    }
}
