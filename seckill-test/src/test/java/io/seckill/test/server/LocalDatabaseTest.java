package io.seckill.test.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocalDatabaseTest {

    @Test
    void givesFreshSchemasAndDropsThemAgain() throws Exception {
        LocalDatabase database = LocalDatabase.shared();
        String first;
        try (LocalDatabase one = database.newSchema();
                LocalDatabase other = database.newSchema()) {
            first = schema(one);
            execute(one, "CREATE TABLE t (n int)");
            execute(other, "CREATE TABLE t (n int)");
            assertThat(schemas(database)).contains(schema(database), first, schema(other));
        }
        assertThat(schemas(database)).contains(schema(database)).doesNotContain(first);
    }

    @Test
    void anEmbeddedServerLeavesNothingBehind() throws Exception {
        EmbeddedMariaDb server = EmbeddedMariaDb.start();
        String url = server.url(server.firstSchema());
        DriverManager.getConnection(url, server.username(), server.password()).close();
        assertThat(server.folder()).isNotEmptyDirectory();

        server.close();

        assertThat(server.folder()).doesNotExist();
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> DriverManager.getConnection(url, server.username(), server.password()));
        server.close();
    }

    @Test
    void keepsItsDataAndItsAddressOverACrash() throws Exception {
        try (LocalDatabase database = LocalDatabase.start()) {
            execute(database, "CREATE TABLE t (n int)");

            database.crash();
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> execute(database, "INSERT INTO t VALUES (1)"));
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

        assertThat(schemas(LocalDatabase.shared())).contains(schema(LocalDatabase.shared()));
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
}
