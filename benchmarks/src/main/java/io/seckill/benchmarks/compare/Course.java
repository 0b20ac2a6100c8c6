package io.seckill.benchmarks.compare;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.seckill.jdbc.JdbcOrderLedger;
import io.seckill.jdbc.JdbcSchema;
import io.seckill.lab.stage.Contenders;
import io.seckill.lab.stage.Servers;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.jdbc.core.JdbcTemplate;

/** Runs a comparison from the start of the servers to the files. */
public final class Course {

    private static final int CONNECTIONS = 20;

    private final Options options;
    private final Consumer<String> out;

    /** Makes a course that tells line by line how it goes. */
    public Course(Options options, Consumer<String> out) {
        this.options = options;
        this.out = out;
    }

    /** Runs all chapters, writes the files and tells the ratios last. */
    public void run() throws InterruptedException, IOException {
        Files.createDirectories(options.out()); // now, rather than fail when everything is measured
        Findings findings = withRedis(this::chapters);
        Files.writeString(options.out().resolve("comparison.json"), Json.of(findings));
        Files.writeString(options.out().resolve("comparison.svg"), findings.chart());
        out.accept("written: comparison.json and comparison.svg in " + options.out());
        out.accept(findings.ratios().toString());
    }

    /** Runs the stages on the way to the gate instead, each with a few callers, and writes what it tells of them. */
    public void runStages() throws InterruptedException, IOException {
        Files.createDirectories(options.out());
        List<Stages.Row> rows = withRedis((bench, pool) -> {
            environment(bench, pool);
            return new Stages(bench).run();
        });
        tell(Stages.table(rows));
        Files.writeString(options.out().resolve("stages.json"), Json.of(rows));
        out.accept("written: stages.json in " + options.out());
    }

    /** What is done once the servers are there. */
    private interface Program<T> {
        T run(Bench bench, HikariDataSource pool) throws InterruptedException;
    }

    private <T> T withRedis(Program<T> program) throws InterruptedException {
        Optional<LocalRedis> own = options.redis().isPresent() ? Optional.empty() : Optional.of(LocalRedis.start());
        String uri = own.map(LocalRedis::uri)
                .orElseGet(() -> "redis://" + options.redis().orElseThrow());
        try {
            options.redis().ifPresent(given -> checkEmpty(given, uri));
            return withDatabase(uri, program);
        } finally {
            own.ifPresent(LocalRedis::close);
        }
    }

    private static void checkEmpty(String given, String uri) {
        try (RedisMeter meter = new RedisMeter(uri)) {
            meter.checkEmpty();
        } catch (RuntimeException e) {
            throw new UnusableServerException("--redis", given, e);
        }
    }

    private <T> T withDatabase(String redis, Program<T> program) throws InterruptedException {
        options.jdbc().ifPresent(Course::choose);
        try (LocalDatabase schema = newSchema();
                HikariDataSource pool = new HikariDataSource(config(schema))) {
            JdbcSchema.create(pool);
            try (Bench bench = new Bench(new Servers(redis, pool), options.pace(), out)) {
                return program.run(bench, pool);
            }
        }
    }

    private LocalDatabase newSchema() {
        try {
            return LocalDatabase.shared().newSchema();
        } catch (RuntimeException e) {
            if (options.jdbc().isEmpty()) {
                throw e;
            }
            throw new UnusableServerException("--jdbc", options.jdbc().get().url(), e);
        }
    }

    private static void choose(Options.Jdbc jdbc) {
        System.setProperty("seckill.test.database", jdbc.url());
        System.setProperty("seckill.test.database.username", jdbc.user());
        System.setProperty("seckill.test.database.password", jdbc.password());
    }

    private static HikariConfig config(LocalDatabase schema) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(schema.jdbcUrl());
        config.setUsername(schema.username());
        config.setPassword(schema.password());
        config.setMaximumPoolSize(CONNECTIONS);
        return config;
    }

    private Findings chapters(Bench bench, HikariDataSource pool) throws InterruptedException {
        Map<String, String> environment = environment(bench, pool);
        List<Purchases.Row> purchases = new Purchases(bench).run();
        tell(Purchases.table(purchases));
        List<Exactness.Row> exactness = Exactness.run(bench, Contenders.COMPARED);
        tell(Exactness.table(exactness));
        List<Memory.Row> memory = new Memory(bench).run();
        tell(Memory.table(memory));
        List<Orders.Row> orders = new Orders(bench, pool).run();
        tell(Orders.table(orders));
        List<SoldOut.Row> soldOut = new SoldOut(bench).run();
        tell(SoldOut.table(soldOut));
        List<Growth.Row> growth = new Growth(bench).run();
        if (!growth.isEmpty()) {
            tell(Growth.table(growth));
        }
        List<Backlog.Row> backlog = new Backlog(bench, new JdbcOrderLedger(pool)).run();
        if (!backlog.isEmpty()) {
            tell(Backlog.table(backlog));
        }
        bench.redis().empty();
        Ratios ratios = Ratios.of(purchases, soldOut, orders, memory);
        return new Findings(environment, ratios, purchases, exactness, memory, orders, soldOut, growth, backlog);
    }

    private Map<String, String> environment(Bench bench, HikariDataSource pool) {
        Map<String, String> environment = Environment.of(bench.redis(), new JdbcTemplate(pool), pool.getJdbcUrl());
        environment.forEach((name, value) -> out.accept(name + ": " + value));
        return environment;
    }

    private void tell(Table table) {
        out.accept("");
        out.accept(table.toString());
    }
}
