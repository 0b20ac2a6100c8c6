package io.seckill.test.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import redis.embedded.core.ExecutableProvider;

/** Redis servers as processes of ours, in a temporary folder of ours. */
final class RedisProcesses implements RedisServers {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int TRIES = 5;

    private final Path folder;
    private final Path executable;
    private final List<Integer> ports;
    private final List<String> options;
    private final List<Process> running = new ArrayList<>();

    private RedisProcesses(Path folder, Path executable, List<Integer> ports, List<String> options) {
        this.folder = folder;
        this.executable = executable;
        this.ports = ports;
        this.options = options;
    }

    static RedisServers startEmbedded(int servers, boolean cluster, List<String> options) {
        try {
            Path folder = TemporaryFolder.create();
            Path binary = ExecutableProvider.newJarResourceProvider(folder.toFile())
                    .get()
                    .toPath();
            return start(folder, binary, servers, cluster, options);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot unpack the embedded Redis", e);
        }
    }

    static RedisServers start(Path executable, int servers, boolean cluster, List<String> options) {
        return start(TemporaryFolder.create(), executable, servers, cluster, options);
    }

    private static RedisServers start(
            Path folder, Path executable, int servers, boolean cluster, List<String> options) {
        List<String> all = new ArrayList<>(List.of("--bind", "127.0.0.1", "--save", "", "--daemonize", "no"));
        if (cluster) {
            all.addAll(List.of("--cluster-enabled", "yes", "--cluster-node-timeout", "5000"));
        }
        all.addAll(options);
        for (int i = 1; ; i++) {
            RedisProcesses started = new RedisProcesses(folder, executable, FreePorts.find(servers), all);
            try {
                started.restart();
                return started;
            } catch (IllegalStateException e) {
                // Somebody may have taken a port in the meantime.
                started.kill();
                if (i == TRIES) {
                    TemporaryFolder.delete(folder);
                    throw e;
                }
            }
        }
    }

    @Override
    public List<Integer> ports() {
        return ports;
    }

    @Override
    public void restart() {
        running.clear();
        for (int port : ports) {
            running.add(launch(port));
        }
        for (int i = 0; i < ports.size(); i++) {
            int port = ports.get(i);
            Process process = running.get(i);
            boolean up = RedisWire.await(PATIENCE, () -> !process.isAlive() || RedisWire.answers(host(), port));
            if (!up || !process.isAlive()) {
                throw new IllegalStateException(executable + " did not start on port " + port + ": " + tailOfLog(port));
            }
        }
    }

    @Override
    public void kill() {
        running.forEach(Process::destroyForcibly);
        running.forEach(RedisProcesses::awaitEnd);
    }

    @Override
    public void stop() {
        running.forEach(Process::destroy);
        running.forEach(RedisProcesses::awaitEnd);
    }

    @Override
    public void pause() {
        signal("-STOP");
    }

    @Override
    public void resume() {
        signal("-CONT");
    }

    @Override
    public void close() {
        kill();
        TemporaryFolder.delete(folder);
    }

    private Process launch(int port) {
        try {
            Path home = Files.createDirectories(folder.resolve(Integer.toString(port)));
            // A sentinel does not start without a file to keep its knowledge in.
            Path memory = Files.writeString(home.resolve("redis.conf"), "");
            List<String> command = new ArrayList<>(List.of(executable.toString(), memory.toString()));
            command.addAll(List.of("--port", Integer.toString(port), "--dir", home.toString()));
            command.addAll(options);
            return new ProcessBuilder(OwnSession.of(command))
                    .redirectErrorStream(true)
                    .redirectOutput(log(port).toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + executable, e);
        }
    }

    private void signal(String signal) {
        for (Process process : running) {
            try {
                awaitEnd(new ProcessBuilder("kill", signal, Long.toString(process.pid())).start());
            } catch (IOException e) {
                throw new UncheckedIOException("cannot send " + signal + " to Redis", e);
            }
        }
    }

    private static void awaitEnd(Process process) {
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private Path log(int port) {
        return folder.resolve(port + ".log");
    }

    private String tailOfLog(int port) {
        try {
            List<String> lines = Files.readAllLines(log(port));
            return String.join(" | ", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
        } catch (IOException e) {
            return "no log";
        }
    }
}
