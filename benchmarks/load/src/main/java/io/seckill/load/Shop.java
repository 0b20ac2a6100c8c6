package io.seckill.load;

import io.seckill.test.server.LocalDatabase;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A shop that runs as a process of its own, and its orders in the database. */
final class Shop implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String HEAP = "512m";

    private final Kind kind;
    private final int port;
    private final LocalDatabase schema;
    private final Path log;
    private final Process process;

    static {
        // Tomcat closes a connection that was idle for a minute, and so at the moment at which it is used again.
        System.setProperty("jdk.httpclient.keepalive.timeout", "5"); // seconds
    }

    private final HttpClient client = HttpClient.newHttpClient();

    private Shop(Kind kind, int port, LocalDatabase schema, Path log, Process process) {
        this.kind = kind;
        this.port = port;
        this.schema = schema;
        this.log = log;
        this.process = process;
    }

    /** Starts a shop. What it says goes to a file in this folder. */
    static Shop start(Kind kind, Servers servers, Path folder) throws IOException {
        int port = freePort();
        LocalDatabase schema = servers.newSchema();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms" + HEAP,
                "-Xmx" + HEAP,
                "-cp",
                ClassPath.ofShops(),
                kind.application(),
                "--server.address=127.0.0.1",
                "--server.port=" + port));
        command.addAll(kind.settings());
        command.addAll(servers.settings(schema));
        Path log = folder.resolve(kind + ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly, "load-shop-stop"));
        return new Shop(kind, port, schema, log, process);
    }

    /** Returns when the shop answers. */
    void awaitOpening() {
        Awaitility.await(kind + " to open")
                .atMost(PATIENCE)
                .failFast("it has ended; " + log + " says why", () -> !process.isAlive())
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(this::isOpen);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private boolean isOpen() throws IOException, InterruptedException {
        return send(request("/actuator/health").GET().build()).statusCode() == 200;
    }

    Kind kind() {
        return kind;
    }

    int port() {
        return port;
    }

    /** Opens a sale of this number, which must be new. */
    void open(long sale, int stock) throws IOException, InterruptedException {
        HttpRequest.Builder request = request(kind.openingPath(sale, stock))
                .POST(BodyPublishers.ofString(kind.opening(sale, stock)))
                .header("Content-Type", "application/json")
                .header("Authorization", kind.operator());
        HttpResponse<String> answer = send(request.build());
        if (answer.statusCode() / 100 != 2) {
            throw new IllegalStateException("the sale was not opened: " + answer + " " + answer.body());
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(10));
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, BodyHandlers.ofString());
    }

    /** Connects to this shop's tables. */
    Connection connect() throws SQLException {
        return DriverManager.getConnection(schema.jdbcUrl(), schema.username(), schema.password());
    }

    /** Returns the processor time that the shop has taken so far; nothing where the system does not tell. */
    Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        schema.close();
    }
}
