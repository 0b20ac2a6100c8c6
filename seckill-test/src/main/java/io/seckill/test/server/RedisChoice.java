package io.seckill.test.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;

/** Decides which Redis is started. */
final class RedisChoice {

    private RedisChoice() {}

    /** Returns what starts a server that belongs to one test alone. */
    static RedisServers.Launcher own() {
        String choice = configured();
        if (choice == null || running(choice) != null) {
            return dockerAvailable() ? RedisContainer::start : RedisProcesses::startEmbedded;
        }
        return switch (choice) {
            case "docker" -> RedisContainer::start;
            case "embedded" -> RedisProcesses::startEmbedded;
            default -> executable(choice);
        };
    }

    /** Returns what starts processes, which see each other on 127.0.0.1 as containers would not. */
    static RedisServers.Launcher processes() {
        String choice = configured();
        boolean named = choice != null && !choice.equals("docker") && running(choice) == null;
        return named ? own() : RedisProcesses::startEmbedded;
    }

    /** Returns what starts, or finds, the server that tests share. */
    static RedisServers.Launcher shared() {
        String choice = configured();
        RedisServers running = choice == null ? null : running(choice);
        return running == null ? own() : (servers, cluster, options) -> running;
    }

    private static @Nullable String configured() {
        String choice = System.getProperty("seckill.test.redis", System.getenv("SECKILL_TEST_REDIS"));
        return choice == null || choice.isBlank() ? null : choice;
    }

    private static RedisServers.Launcher executable(String choice) {
        Path path = Path.of(choice);
        if (!Files.isExecutable(path)) {
            throw new IllegalArgumentException(
                    "SECKILL_TEST_REDIS (or -Dseckill.test.redis) must be docker, embedded, the path of a"
                            + " redis-server executable, or host:port of a running server, but was '" + choice + "'");
        }
        return (servers, cluster, options) -> RedisProcesses.start(path, servers, cluster, options);
    }

    private static @Nullable RedisServers running(String choice) {
        int colon = choice.lastIndexOf(':');
        if (colon < 1
                || choice.indexOf('/') >= 0
                || !choice.substring(colon + 1).matches("\\d{1,5}")) {
            return null;
        }
        return new RunningRedis(choice.substring(0, colon), List.of(Integer.valueOf(choice.substring(colon + 1))));
    }

    /** Looks for the socket first, because asking Testcontainers without an engine logs an error. */
    private static boolean dockerAvailable() {
        return (System.getenv("DOCKER_HOST") != null || Files.exists(Path.of("/var/run/docker.sock")))
                && DockerClientFactory.instance().isDockerAvailable();
    }
}
