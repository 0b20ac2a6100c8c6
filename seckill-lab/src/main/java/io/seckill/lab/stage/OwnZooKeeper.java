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
final class OwnZooKeeper {

    private OwnZooKeeper() {}

    static ConnectedLock lock() {
        TestingServer server = start();
        CuratorFramework client = CuratorFrameworkFactory.newClient(server.getConnectString(), new RetryOneTime(100));
        client.start();
        return new ConnectedLock(new ZooKeeperLock(client), Set.of(), () -> {
            client.close();
            stop(server);
        });
    }

    private static TestingServer start() {
        try {
            return new TestingServer(
                    new InstanceSpec(null, -1, -1, -1, true, -1, -1, -1, Map.of("clientPortAddress", "127.0.0.1")),
                    true);
        } catch (Exception e) {
            throw new IllegalStateException("ZooKeeper does not start", e);
        }
    }

    private static void stop(TestingServer server) {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
