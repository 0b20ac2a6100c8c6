package io.seckill.lab.stage;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A data source on which whoever is about to write a smaller stock pauses first, with all the locks held until then. */
final class ThinkingDataSource extends DelegatingDataSource {

    private static final String WRITES_STOCK = "UPDATE seckill_stock";
    private static final String GIVES_BACK = "UPDATE seckill_stock SET available = available + ";

    private final Pause pause;

    private ThinkingDataSource(DataSource target, Pause pause) {
        super(target);
        this.pause = pause;
    }

    static DataSource of(DataSource target, Pause pause) {
        return pause.length().isZero() ? target : new ThinkingDataSource(target, pause);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("prepareStatement") && takesStock((String) arguments[0])) {
                        pause.take();
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static boolean takesStock(String statement) {
        return statement.startsWith(WRITES_STOCK) && !statement.startsWith(GIVES_BACK);
    }
}
