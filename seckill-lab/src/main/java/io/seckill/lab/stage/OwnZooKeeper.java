package io.seckill.lab.stage;

import io.seckill.zookeeper.ZooKeeperLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.springframework.util.FileSystemUtils;

/**
 * A ZooKeeper within this JVM, on the loopback address: one server, so its figures lack what a majority of three costs. Its clients are to
 * be closed before it; it leaves nothing behind.
 */
public final class OwnZooKeeper implements AutoCloseable {

    private static final int TICK_MS = 500;
    private static final int MOST_CLIENTS = 100;

    private final ServerCnxnFactory server;
    private final Path folder;

    private OwnZooKeeper(ServerCnxnFactory server, Path folder) {
        this.server = server;
        this.folder = folder;
    }

    /** Starts it. */
    public static OwnZooKeeper start() {
        try {
            Path folder = Files.createTempDirectory("seckill-zookeeper-");
            ServerCnxnFactory server = ServerCnxnFactory.createFactory(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), MOST_CLIENTS);
            server.startup(new ZooKeeperServer(folder.toFile(), folder.toFile(), TICK_MS));
            return new OwnZooKeeper(server, folder);
        } catch (IOException e) {
            throw new UncheckedIOException("ZooKeeper does not start", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while ZooKeeper starts", e);
        }
    }

    /** Returns host and port. */
    public String address() {
        return "127.0.0.1:" + server.getLocalPort();
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

    @Override
    public void close() {
        server.shutdown();
        try {
            FileSystemUtils.deleteRecursively(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
