package io.seckill.test.server;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A server that somebody else runs. It gets schemas of ours and loses them again, at the latest when the JVM ends. */
final class RunningServer extends DatabaseServer {

    private final String address;
    private final String parameters;
    private final String username;
    private final String password;
    private final String firstSchema = LocalDatabase.freshName();
    private final Set<String> ours = ConcurrentHashMap.newKeySet();

    RunningServer(String url, String username, String password) {
        int question = url.indexOf('?');
        String plain = question < 0 ? url : url.substring(0, question);
        int host = plain.indexOf("//");
        if (host < 0) {
            throw new IllegalStateException("a JDBC URL looks like jdbc:mysql://host:3306/, but was '" + url + "'");
        }
        int slash = plain.indexOf('/', host + 2);
        this.address = slash < 0 ? plain : plain.substring(0, slash);
        this.parameters = question < 0 ? "" : url.substring(question);
        this.username = username;
        this.password = password;
        create(firstSchema);
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "seckill-test-schemas"));
    }

    @Override
    String kind() {
        return "the running server";
    }

    @Override
    String url(String schema) {
        return address + "/" + schema + parameters;
    }

    @Override
    String username() {
        return username;
    }

    @Override
    String password() {
        return password;
    }

    @Override
    String firstSchema() {
        return firstSchema;
    }

    @Override
    void create(String schema) {
        super.create(schema);
        ours.add(schema);
    }

    @Override
    void drop(String schema) {
        super.drop(schema);
        ours.remove(schema);
    }

    @Override
    void crash() {
        throw new UnsupportedOperationException("the server at " + address + " is not ours to kill");
    }

    @Override
    void recover() {
        throw new UnsupportedOperationException("the server at " + address + " is not ours to start");
    }

    @Override
    void close() {
        ours.forEach(this::drop);
    }
}
