package io.seckill.spring.sale;

import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A node in a process of its own, which hangs between the database commit and what comes next, the acknowledgement or the gate, until it
 * is killed.
 */
final class KillableNode implements AutoCloseable {

    private final Process process;

    private KillableNode(Process process) {
        this.process = process;
    }

    static KillableNode start(LocalRedis redis, LocalDatabase database, String prefix) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                KillableNode.class.getName(),
                "spring.data.redis.url=" + redis.uri(),
                "spring.datasource.url=" + database.jdbcUrl(),
                "spring.datasource.username=" + database.username(),
                "spring.datasource.password=" + database.password(),
                "seckill.redis.take-over=1s",
                "seckill.redis.key-prefix=" + prefix);
        return new KillableNode(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    public static void main(String[] properties) {
        ConfigurableApplicationContext context = new SpringApplicationBuilder(HostWithTrouble.class, Hanging.class)
                .web(WebApplicationType.NONE)
                .properties(properties)
                .run();
        context.registerShutdownHook();
    }

    /** Makes the ledger hang before the relay starts. */
    static final class Hanging {

        Hanging(HostWithTrouble.Trouble trouble) {
            trouble.hangingAfterCommit = true;
        }
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
