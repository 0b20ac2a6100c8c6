package io.seckill.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A pool on which something else happens once, just after the first prepared update has been executed. */
final class AfterUpdate extends DelegatingDataSource {

    private final AtomicReference<Runnable> once;

    AfterUpdate(DataSource pool, Runnable once) {
        super(pool);
        this.once = new AtomicReference<>(once);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        return proxy(
                Connection.class,
                connection,
                (name, result) -> name.equals("prepareStatement") ? watched(result) : result);
    }

    private Object watched(Object statement) {
        return proxy(PreparedStatement.class, statement, (name, result) -> {
            if (name.equals("executeUpdate")) {
                once.getAndSet(() -> {}).run();
            }
            return result;
        });
    }

    private interface Answer {
        Object of(String method, Object result);
    }

    private static <T> T proxy(Class<T> type, Object target, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                AfterUpdate.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        return answer.of(method.getName(), method.invoke(target, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
