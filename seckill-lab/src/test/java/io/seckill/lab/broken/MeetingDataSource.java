package io.seckill.lab.broken;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A data source on which certain statements wait, just before they run, for the others that should meet there. */
final class MeetingDataSource extends DelegatingDataSource {

    private final List<String> beginnings;
    private final Runnable meeting;

    /**
     * Makes a data source.
     *
     * @param beginnings how the statements begin
     * @param meeting returns when all have come, or when it has waited long enough
     */
    MeetingDataSource(DataSource target, Runnable meeting, String... beginnings) {
        super(target);
        this.meeting = meeting;
        this.beginnings = List.of(beginnings);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("prepareStatement")
                            && beginnings.stream().anyMatch(((String) arguments[0])::startsWith)) {
                        meeting.run();
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
