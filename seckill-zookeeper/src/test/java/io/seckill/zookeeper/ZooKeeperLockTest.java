package io.seckill.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.seckill.SeckillUnavailableException;
import io.seckill.spi.DistributedLock;
import io.seckill.spi.Lease;
import io.seckill.test.contract.DistributedLockContract;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ZooKeeperLockTest extends DistributedLockContract {

    private static final Duration AT_ONCE = Duration.ZERO;
    private static final Duration PATIENT = Duration.ofSeconds(30);
    private static final Duration LONG = Duration.ofMinutes(1);

    private static TestingServer server;
    private static CuratorFramework here;
    private static CuratorFramework there;
    private static DistributedLock lock;
    private static DistributedLock elsewhere;

    private final String name = "zk-" + UUID.randomUUID();

    @BeforeAll
    static void startServer() throws Exception {
        // unless told, it would listen on every address
        Map<String, Object> loopback = Map.of("clientPortAddress", "127.0.0.1");
        server = new TestingServer(new InstanceSpec(null, -1, -1, -1, true, -1, -1, -1, loopback), true);
        here = client();
        there = client();
        lock = new ZooKeeperLock(here);
        elsewhere = new ZooKeeperLock(there);
    }

    @AfterAll
    static void stopServer() throws Exception {
        here.close();
        there.close();
        server.close();
    }

    @Override
    protected DistributedLock lock() {
        return lock;
    }

    @Override
    protected DistributedLock elsewhere() {
        return elsewhere;
    }

    @Test
    void aSessionThatIsOverTakesItsLocksWithItAndTheHolderCanTell() throws Exception {
        Lease lost = lock.tryLockRenewed(name, AT_ONCE).orElseThrow();

        endSession(here);

        try (Lease next = elsewhere.tryLock(name, PATIENT, LONG).orElseThrow()) {
            await().atMost(PATIENT)
                    .untilAsserted(() -> assertThat(lost.isHeld()).isFalse());
            assertThat(next.fencingToken().getAsLong())
                    .isGreaterThan(lost.fencingToken().getAsLong());
            here.blockUntilConnected();
            try (Lease ofTheNextSession =
                    lock.tryLock(name + "-other", PATIENT, LONG).orElseThrow()) {
                await().untilAsserted(
                                () -> assertThat(ofTheNextSession.isHeld()).isTrue());
                assertThat(lost.isHeld()).isFalse();
            }
            lost.close();
            assertThat(next.isHeld()).isTrue();
            assertThat(lock.tryLock(name, AT_ONCE, LONG)).isEmpty();
        }
    }

    @Test
    void isNotHeldForSureWhileTheConnectionIsLostAndHeldAgainIfTheSessionSurvives() throws Exception {
        try (Lease lease = lock.tryLockRenewed(name, AT_ONCE).orElseThrow()) {
            server.stop();
            await().atMost(PATIENT)
                    .untilAsserted(() -> assertThat(lease.isHeld()).isFalse());
            assertThatExceptionOfType(SeckillUnavailableException.class)
                    .isThrownBy(() -> elsewhere.tryLock(name, AT_ONCE, LONG))
                    .withMessageContaining(name)
                    .satisfies(e -> assertThat(e.outcomeKnown()).isFalse());

            server.restart();

            await().atMost(PATIENT)
                    .untilAsserted(() -> assertThat(lease.isHeld()).isTrue());
            there.blockUntilConnected();
            assertThat(elsewhere.tryLock(name, AT_ONCE, LONG)).isEmpty();
        }
        elsewhere.tryLock(name, PATIENT, LONG).orElseThrow().close();
    }

    @Test
    void whatIsGivenBackWithoutConnectionIsFreeWhenItIsBack() throws Exception {
        Lease lease = lock.tryLockRenewed(name, AT_ONCE).orElseThrow();
        server.stop();

        lease.close();

        server.restart();
        there.blockUntilConnected();
        elsewhere.tryLock(name, PATIENT, LONG).orElseThrow().close();
    }

    @Test
    void tokensGrowEvenWhenTheNodeOfANameWasRemoved() throws Exception {
        long before = 0;
        for (int i = 0; i < 3; i++) {
            Lease lease = lock.tryLock(name, AT_ONCE, LONG).orElseThrow();
            assertThat(lease.fencingToken().getAsLong()).isGreaterThan(before);
            before = lease.fencingToken().getAsLong();
            lease.close();
            // so does the server, some time after it is empty
            here.delete().deletingChildrenIfNeeded().forPath(ZooKeeperLock.DEFAULT_PATH + "/lock-" + name);
        }
    }

    @Test
    void leavesNothingBehindWhenTheWaitIsOverOrInterrupted() throws Exception {
        try (Lease lease = lock.tryLock(name, AT_ONCE, LONG).orElseThrow()) {
            elsewhere.tryLock(name, Duration.ofMillis(100), LONG);
            CountDownLatch asking = new CountDownLatch(1);
            CompletableFuture<Throwable> ending = new CompletableFuture<>();
            Thread waiter = new Thread(() -> {
                asking.countDown();
                try {
                    ending.complete(new AssertionError("not interrupted: " + elsewhere.tryLock(name, PATIENT, LONG)));
                } catch (Throwable e) {
                    ending.complete(e);
                }
            });
            waiter.start();
            asking.await();
            await().untilAsserted(() -> assertThat(children("locks")).isEqualTo(1));

            waiter.interrupt();

            assertThat(ending.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
            await().untilAsserted(() -> assertThat(children("locks")).isZero());
            assertThat(children("leases")).isEqualTo(1);
        }
        assertThat(children("leases")).isZero();
    }

    @Test
    void anInterruptedThreadGivesItBackAndStaysInterrupted() throws Exception {
        Lease lease = lock.tryLock(name, AT_ONCE, LONG).orElseThrow();
        Thread.currentThread().interrupt();

        lease.close();

        assertThat(Thread.interrupted()).isTrue();
        elsewhere.tryLock(name, AT_ONCE, LONG).orElseThrow().close();
    }

    @Test
    void namesThatLookLikePathsAreNames() throws Exception {
        for (String odd : new String[] {".", "..", "a/../b", "/", "\u0000", "%2F"}) {
            try (Lease lease = lock.tryLock(odd, AT_ONCE, LONG).orElseThrow()) {
                assertThat(elsewhere.tryLock(odd, AT_ONCE, LONG)).isEmpty();
            }
        }
    }

    @Test
    void aClientThatIsNotStartedIsNoAnswer() {
        try (CuratorFramework idle =
                CuratorFrameworkFactory.newClient(server.getConnectString(), new RetryOneTime(1))) {
            assertThatExceptionOfType(SeckillUnavailableException.class)
                    .isThrownBy(() -> new ZooKeeperLock(idle).tryLock(name, AT_ONCE, LONG))
                    .withMessageContaining("start the Curator client")
                    .satisfies(e -> assertThat(e.outcomeKnown()).isTrue());
        }
    }

    @Test
    void aPathIsAPath() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ZooKeeperLock(here, "locks"));
        assertThatThrownBy(() -> new ZooKeeperLock(here, "/locks/")).isInstanceOf(IllegalArgumentException.class);
    }

    private int children(String part) throws Exception {
        return here.getChildren()
                .forPath(ZooKeeperLock.DEFAULT_PATH + "/lock-" + name + "/" + part)
                .size();
    }

    private static CuratorFramework client() throws InterruptedException {
        CuratorFramework client =
                CuratorFrameworkFactory.newClient(server.getConnectString(), 20_000, 2_000, new RetryOneTime(100));
        client.start();
        client.blockUntilConnected();
        return client;
    }

    /** Ends the client's session on the server, as the server itself does with one that has been silent for too long. */
    private static void endSession(CuratorFramework client) throws Exception {
        ZooKeeper theirs = client.getZookeeperClient().getZooKeeper();
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper second = new ZooKeeper(
                server.getConnectString(),
                20_000,
                event -> {
                    if (event.getState() == KeeperState.SyncConnected) {
                        connected.countDown();
                    }
                },
                theirs.getSessionId(),
                theirs.getSessionPasswd());
        assertThat(connected.await(30, TimeUnit.SECONDS)).isTrue();
        second.close();
    }
}
