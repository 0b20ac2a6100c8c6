package io.seckill.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.seckill.SeckillUnavailableException;
import io.seckill.spi.DistributedLock;
import io.seckill.spi.Lease;
import io.seckill.spi.LockRequest;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreV2;
import org.apache.curator.utils.PathUtils;
import org.apache.zookeeper.data.Stat;

/**
 * A lock in ZooKeeper: an ephemeral node, so it ends with the session of the Curator client at the latest. Leases have a fencing token. Not
 * re-entrant.
 *
 * <p>It is Curator's semaphore with one place, because that knows no owning thread: any thread may close a lease. Who waits is told by a
 * watch, first come first served. To take the lock costs six round trips, to give it back one.
 *
 * <p>The fencing token is the id of the transaction (zxid) that created the lease's node. ZooKeeper numbers all its changes with it, and no
 * lease's node is created before the one before it, whichever client asks.
 *
 * <p>A renewed lease lasts as long as the session, which the client keeps alive. A fixed one is ended by this process; should it be gone,
 * the session ends it. {@link Lease#isHeld()} is "no" while the client is not connected, for the session may be over then; when it turns
 * out that the session has survived, it is "yes" again.
 *
 * <p>A call without connection lasts as long as the client's retry policy goes on, whatever the wait. Thread-safe; needs no closing. One
 * daemon thread ends the fixed leases, and is there only while there are any.
 *
 * @since 0.1
 */
public final class ZooKeeperLock implements DistributedLock {

    /** Where the locks' nodes are, unless configured. */
    public static final String DEFAULT_PATH = "/seckill/locks";

    private final CuratorFramework client;
    private final String path;
    private final Session session = new Session();
    private final ScheduledThreadPoolExecutor timer;

    /** Makes a lock with its nodes at {@link #DEFAULT_PATH}. */
    public ZooKeeperLock(CuratorFramework client) {
        this(client, DEFAULT_PATH);
    }

    /**
     * Makes a lock.
     *
     * @param client started before the first lock is asked for, and closed by the host after the last was given back
     * @param path where the locks' nodes are; it and what is below is created as needed, and removed by the server when it is empty
     * @throws IllegalArgumentException if that is no path
     */
    public ZooKeeperLock(CuratorFramework client, String path) {
        this.client = client;
        this.path = PathUtils.validatePath(path);
        client.getConnectionStateListenable().addListener(session);
        timer = new ScheduledThreadPoolExecutor(1, work -> {
            Thread thread = new Thread(work, "seckill-zookeeper-lock");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(10, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
    }

    @Override
    public Optional<Lease> tryLock(LockRequest request) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (client.getState() != CuratorFrameworkState.STARTED) {
            throw SeckillUnavailableException.nothingChanged(
                    "start the Curator client before locking, and close it afterwards; it is " + client.getState(),
                    null);
        }
        try {
            return take(request);
        } catch (InterruptedException | SeckillUnavailableException e) {
            throw e;
        } catch (Exception e) {
            throw SeckillUnavailableException.outcomeUnknown(
                    "ZooKeeper cannot lock \"" + request.name() + "\" now: " + e.getMessage(), e);
        }
    }

    private Optional<Lease> take(LockRequest request) throws Exception {
        String ofName = path + "/" + nodeOf(request.name());
        int number = session.number();
        var node = new InterProcessSemaphoreV2(client, ofName, 1)
                .acquire(millis(request.maxWait()), TimeUnit.MILLISECONDS);
        if (node == null) {
            return Optional.empty();
        }
        SemaphoreLease lease = new SemaphoreLease(node, () -> session.isAlive(number));
        try {
            Stat stat = client.checkExists().forPath(ofName + "/leases/" + node.getNodeName());
            if (stat == null) {
                throw SeckillUnavailableException.nothingChanged(
                        "the session ended while \"" + request.name() + "\" was locked", null);
            }
            lease.begin(stat.getCzxid(), request.lease(), timer);
            return Optional.of(lease);
        } catch (Exception e) {
            lease.close();
            throw e;
        }
    }

    /** Returns a node's name that is as readable as the lock's allows, and never "." or "..". */
    private static String nodeOf(String name) {
        return "lock-" + URLEncoder.encode(name, UTF_8);
    }

    /** The semaphore's clock ticks in whole milliseconds; it must not give up too early. */
    private static long millis(Duration wait) {
        return wait.isZero() ? 0 : wait.toMillis() + 1;
    }
}
