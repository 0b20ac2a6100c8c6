package io.seckill.test.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LocalDatabaseTest {

    @Test
    void startsGivesSchemasAndLeavesNothingBehind() throws Exception {
        List<Path> before = dataFolders();
        String url;
        try (LocalDatabase database = LocalDatabase.start()) {
            url = database.jdbcUrl();
            try (LocalDatabase one = database.newSchema();
                    LocalDatabase other = database.newSchema()) {
                execute(one, "CREATE TABLE t (n int)");
                execute(other, "CREATE TABLE t (n int)");
                assertThat(schemas(database)).contains("seckill", schema(one), schema(other));
            }
            assertThat(schemas(database)).filteredOn(name -> name.startsWith("seckill")).containsExactly("seckill");
            assertThat(dataFolders()).hasSizeGreaterThan(before.size());
        }

        assertThat(dataFolders()).isEqualTo(before);
        assertThatExceptionOfType(SQLException.class).isThrownBy(() -> DriverManager.getConnection(url));
    }

    @Test
    void keepsItsDataAndItsAddressOverACrash() throws Exception {
        try (LocalDatabase database = LocalDatabase.start()) {
            execute(database, "CREATE TABLE t (n int)");

            database.crash();
            assertThatExceptionOfType(SQLException.class).isThrownBy(() -> execute(database, "INSERT INTO t VALUES (1)"));
            database.recover();

            execute(database, "INSERT INTO t VALUES (1)");
        }
    }

    @Test
    void usesARunningServerWithoutLeavingASchemaThere() throws Exception {
        LocalDatabase running = LocalDatabase.shared();
        RunningServer server = new RunningServer(running.jdbcUrl(), running.username(), running.password());
        String schema = server.firstSchema();
        assertThat(server.url(schema)).contains("/" + schema).contains("?");
        assertThat(schemas(running)).contains(schema);

        server.close();

        assertThat(schemas(running)).doesNotContain(schema);
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(server::crash);
    }

    @Test
    void namesASettingThatMakesNoSense() {
        System.setProperty("seckill.test.database", "oracle");
        try {
            assertThatIllegalStateException().isThrownBy(LocalDatabase::start).withMessageContaining("'oracle'");
        } finally {
            System.clearProperty("seckill.test.database");
        }
    }

    @Test
    void closingTheSharedServerDoesNothing() throws Exception {
        LocalDatabase.shared().close();

        assertThat(schemas(LocalDatabase.shared())).contains("seckill");
    }

    private static String schema(LocalDatabase database) {
        String path = database.jdbcUrl().substring("jdbc:mysql://".length());
        return path.substring(path.indexOf('/') + 1, path.indexOf('?'));
    }

    private static void execute(LocalDatabase database, String sql) throws SQLException {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> schemas(LocalDatabase database) throws SQLException {
        try (Connection connection = connect(database);
                ResultSet rows = connection.getMetaData().getCatalogs()) {
            List<String> names = new ArrayList<>();
            while (rows.next()) {
                names.add(rows.getString(1));
            }
            return names;
        }
    }

    private static Connection connect(LocalDatabase database) throws SQLException {
        return DriverManager.getConnection(database.jdbcUrl(), database.username(), database.password());
    }

    private static List<Path> dataFolders() throws IOException {
        try (Stream<Path> entries = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return entries.filter(path -> path.getFileName().toString().startsWith("seckill-mariadb-"))
                    .filter(path -> Files.exists(path.resolve("start.sql")))
                    .sorted()
                    .toList();
        }
    }
}
