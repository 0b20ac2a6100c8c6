package io.seckill.lab.stage;

import io.seckill.zookeeper.ZooKeeperLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;

/** A ZooKeeper within this JVM, on the loopback address: one server, so its figures lack what a majority of three costs. */
public final class OwnZooKeeper implements AutoCloseable {

    private final TestingServer server;

    private OwnZooKeeper(TestingServer server) {
        this.server = server;
    }

    /** Starts it. */
    public static OwnZooKeeper start() {
        return new OwnZooKeeper(startServer());
    }

    /** Returns host and port. */
    public String address() {
        return server.getConnectString();
    }

    static ConnectedLock lock() {
        OwnZooKeeper server = start();
        ConnectedLock lock = lockAt(server.address());
        return new ConnectedLock(lock.lock(), lock.commands(), () -> {
            lock.close();
            server.close();
        });
    }

    static ConnectedLock lockAt(String address) {
        CuratorFramework client = CuratorFrameworkFactory.newClient(address, new RetryOneTime(100));
        client.start();
        return new ConnectedLock(new ZooKeeperLock(client), Set.of(), client::close);
    }

    private static TestingServer startServer() {
        try {
            return new TestingServer(
                    new InstanceSpec(null, -1, -1, -1, true, -1, -1, -1, Map.of("clientPortAddress", "127.0.0.1")),
                    true);
        } catch (Exception e) {
            throw new IllegalStateException("ZooKeeper does not start", e);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
