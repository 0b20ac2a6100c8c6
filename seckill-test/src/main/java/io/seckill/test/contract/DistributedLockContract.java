package io.seckill.test.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.seckill.spi.DistributedLock;
import io.seckill.spi.Lease;
import io.seckill.spi.LockRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * What every {@link DistributedLock} promises. An implementation says what it is through {@link #elsewhere()}, {@link #isReentrant()} and
 * {@link #isFenced()}.
 *
 * @since 0.1
 */
public abstract class DistributedLockContract {

    private static final Duration AT_ONCE = Duration.ZERO;
    private static final Duration PATIENT = Duration.ofSeconds(30);
    private static final Duration LONG = Duration.ofSeconds(60);

    private final String name = "lock-" + UUID.randomUUID();

    /** Returns the lock under test; the same one, or one that shares its state, at every call. */
    protected abstract DistributedLock lock();

    /** Returns the same lock as another JVM would see it, with connections of its own; {@link #lock()} where there is no other JVM. */
    protected abstract DistributedLock elsewhere();

    /** Returns whether the thread that holds a lock gets it again. */
    protected boolean isReentrant() {
        return false;
    }

    /** Returns whether leases have a fencing token. */
    protected boolean isFenced() {
        return true;
    }

    /** Returns a time after which a renewed lock would be lost if it was not renewed, as short as the backend allows. */
    protected Duration renewalTerm() {
        return Duration.ofSeconds(1);
    }

    /** Returns a fixed lease that is short and still longer than the backend takes to grant one. */
    protected Duration shortLease() {
        return Duration.ofMillis(500);
    }

    @Test
    void isFreeUntilItIsHeldAndFreeAgainAfterwards() throws Exception {
        Lease lease = held(lock().tryLock(name, AT_ONCE, LONG));

        assertThat(lease.isHeld()).isTrue();
        assertThat(tryFromAnotherThread(AT_ONCE)).isEmpty();
        assertThat(tryElsewhere(AT_ONCE)).isEmpty();

        lease.close();

        assertThat(lease.isHeld()).isFalse();
        held(tryElsewhere(AT_ONCE)).close();
        held(tryFromAnotherThread(AT_ONCE)).close();
    }

    @Test
    void aRenewedOneExcludesOthersJustTheSame() throws Exception {
        Lease lease = held(lock().tryLockRenewed(name, AT_ONCE));

        assertThat(lease.isHeld()).isTrue();
        assertThat(tryElsewhere(AT_ONCE)).isEmpty();

        lease.close();

        assertThat(lease.isHeld()).isFalse();
        held(tryElsewhere(AT_ONCE)).close();
    }

    @Test
    void otherNamesAreOtherLocks() throws Exception {
        try (Lease closing = held(lock().tryLock(name, AT_ONCE, LONG))) {
            List<Lease> others = new ArrayList<>();
            for (int i = 0; i < 10; i++) { // some may share a stripe
                lockFrom(elsewhere(), LockRequest.fixed(name + i, AT_ONCE, LONG))
                        .ifPresent(others::add);
            }

            assertThat(others).isNotEmpty();
            others.forEach(Lease::close);
        }
    }

    @Test
    void namesMayHoldAnyCharacterAndBeLong() throws Exception {
        for (String odd : List.of("秒杀:a/b c'`\"\\%_{}*", "/" + "long".repeat(49), "/" + "long".repeat(48) + "lone")) {
            try (Lease lease = held(lock().tryLock(odd, AT_ONCE, LONG))) {
                assertThat(lease.isHeld()).isTrue();
                assertThat(lockFrom(elsewhere(), LockRequest.fixed(odd, AT_ONCE, LONG)))
                        .isEmpty();
            }
        }
    }

    @Test
    void givesUpAfterTheWait() throws Exception {
        try (Lease closing = held(lock().tryLock(name, AT_ONCE, LONG))) {
            long start = System.nanoTime();

            assertThat(tryElsewhere(Duration.ofMillis(300))).isEmpty();

            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofMillis(300), Duration.ofSeconds(10));
        }
    }

    @Test
    void oneWhoWaitsGetsItWhenItIsGivenBack() throws Exception {
        Lease lease = held(lock().tryLock(name, AT_ONCE, LONG));
        Waiter waiter = Waiter.on(elsewhere(), LockRequest.fixed(name, PATIENT, LONG));
        waiter.untilItWaits();

        lease.close();

        held(waiter.result()).close();
    }

    @Test
    void aFixedLeaseEndsByItselfAndItsHolderCanTell() throws Exception {
        Lease late = held(lock().tryLock(name, AT_ONCE, shortLease()));

        try (Lease next = held(tryElsewhere(PATIENT))) {
            assertThat(next.isHeld()).isTrue();
            await().atMost(PATIENT)
                    .untilAsserted(() -> assertThat(late.isHeld()).isFalse());
        }
    }

    @Test
    void oneWhoWaitsOutlivesTheLeaseOfOneWhoCameBetween() throws Exception {
        Lease first = held(lock().tryLockRenewed(name, AT_ONCE));
        Waiter hasty = Waiter.on(elsewhere(), LockRequest.fixed(name, PATIENT, shortLease()));
        hasty.untilItWaits();
        Waiter patient = Waiter.on(lock(), LockRequest.fixed(name, PATIENT, shortLease()));
        patient.untilItWaits();
        long start = System.nanoTime();

        first.close(); // and neither of the others is ever closed

        held(hasty.result());
        held(patient.result());
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENT.dividedBy(2));
    }

    @Test
    void aLateHolderDoesNotFreeTheNextOnesLock() throws Exception {
        Lease late = held(lock().tryLock(name, AT_ONCE, shortLease()));
        try (Lease next = held(tryElsewhere(PATIENT))) {
            late.close();

            assertThat(next.isHeld()).isTrue();
            assertThat(tryFromAnotherThread(AT_ONCE)).isEmpty();
        }
    }

    @Test
    void aRenewedOneIsHeldLongAfterItsTerm() throws Exception {
        try (Lease lease = held(lock().tryLockRenewed(name, AT_ONCE))) {
            assertThat(tryElsewhere(renewalTerm().multipliedBy(3))).isEmpty();
            assertThat(lease.isHeld()).isTrue();
        }
        held(tryElsewhere(AT_ONCE)).close();
    }

    @Test
    void closingTwiceIsHarmless() throws Exception {
        Lease lease = held(lock().tryLock(name, AT_ONCE, LONG));
        lease.close();
        try (Lease next = held(tryElsewhere(AT_ONCE))) {
            lease.close();

            assertThat(next.isHeld()).isTrue();
            assertThat(tryFromAnotherThread(AT_ONCE)).isEmpty();
        }
    }

    @Test
    void anotherThreadMayCloseIt() throws Exception {
        Lease lease = held(lock().tryLock(name, AT_ONCE, LONG));

        CompletableFuture.runAsync(lease::close).get(PATIENT.toSeconds(), TimeUnit.SECONDS);

        assertThat(lease.isHeld()).isFalse();
        held(tryElsewhere(AT_ONCE)).close();
    }

    @Test
    void theHolderGetsItAgainOnlyIfItIsReentrant() throws Exception {
        Lease first = held(lock().tryLock(name, AT_ONCE, LONG));
        Optional<Lease> second = lock().tryLock(name, AT_ONCE, LONG);

        assertThat(second.isPresent()).isEqualTo(isReentrant());

        second.ifPresent(Lease::close);
        assertThat(first.isHeld()).isTrue();
        assertThat(tryElsewhere(AT_ONCE)).isEmpty();
        first.close();
        held(tryElsewhere(AT_ONCE)).close();
    }

    @Test
    void aWaiterThatIsInterruptedHoldsNothing() throws Exception {
        Lease lease = held(lock().tryLock(name, AT_ONCE, LONG));
        Waiter waiter = Waiter.on(elsewhere(), LockRequest.fixed(name, PATIENT, LONG));
        waiter.untilItWaits();

        waiter.interrupt();

        assertThatThrownBy(waiter::result).hasCauseInstanceOf(InterruptedException.class);
        lease.close();
        held(tryFromAnotherThread(Duration.ofSeconds(5))).close();
    }

    @Test
    void anInterruptedThreadIsNotEvenLetIn() throws Exception {
        Waiter waiter = Waiter.interrupted(lock(), LockRequest.fixed(name, AT_ONCE, LONG));

        assertThatThrownBy(waiter::result).hasCauseInstanceOf(InterruptedException.class);
        held(tryElsewhere(AT_ONCE)).close();
    }

    @Test
    void tokensGrowFromLeaseToLease() throws Exception {
        List<Long> tokens = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            DistributedLock side = i % 2 == 0 ? lock() : elsewhere();
            Optional<Lease> lease = i % 3 == 0
                    ? side.tryLockRenewed(name, PATIENT)
                    : side.tryLock(name, PATIENT, i == 1 ? shortLease() : LONG);
            held(lease).fencingToken().ifPresent(tokens::add);
            if (i != 1) { // that one ends by itself
                held(lease).close();
            }
        }

        assertThat(tokens).hasSize(isFenced() ? 5 : 0);
        assertThat(tokens).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aStampedeGoesThroughOneByOne() {
        List<Long> tokens = new ArrayList<>(); // guarded by the lock alone, like the counter
        int[] counter = {0};

        Stampede.of(20, number -> {
            for (int i = 0; i < 5; i++) {
                DistributedLock side = (number + i) % 2 == 0 ? lock() : elsewhere();
                LockRequest request =
                        (number + i) % 3 == 0 ? LockRequest.renewed(name, LONG) : LockRequest.fixed(name, LONG, LONG);
                try (Lease lease = held(side.tryLock(request))) {
                    int before = counter[0];
                    LockSupport.parkNanos(10_000); // lets a second holder show itself
                    counter[0] = before + 1;
                    lease.fencingToken().ifPresent(tokens::add);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            return number;
        });

        assertThat(counter[0]).isEqualTo(100);
        assertThat(tokens).hasSize(isFenced() ? 100 : 0);
        assertThat(tokens).isSorted().doesNotHaveDuplicates();
    }

    private Optional<Lease> tryElsewhere(Duration wait) throws Exception {
        return lockFrom(elsewhere(), LockRequest.fixed(name, wait, LONG));
    }

    private Optional<Lease> tryFromAnotherThread(Duration wait) throws Exception {
        return lockFrom(lock(), LockRequest.fixed(name, wait, LONG));
    }

    private static Optional<Lease> lockFrom(DistributedLock lock, LockRequest request) throws Exception {
        return Waiter.on(lock, request).result();
    }

    private static Lease held(Optional<Lease> lease) {
        return lease.orElseThrow(() -> new AssertionError("the lock was not to be had"));
    }

    /** A thread of its own that asks for a lock. */
    private static final class Waiter {

        private final FutureTask<Optional<Lease>> task;
        private final Thread thread;

        private Waiter(FutureTask<Optional<Lease>> task) {
            this.task = task;
            this.thread = new Thread(task, "lock-waiter");
            thread.setDaemon(true);
            thread.start();
        }

        static Waiter on(DistributedLock lock, LockRequest request) {
            return new Waiter(new FutureTask<>(() -> lock.tryLock(request)));
        }

        static Waiter interrupted(DistributedLock lock, LockRequest request) {
            return new Waiter(new FutureTask<>(() -> {
                Thread.currentThread().interrupt();
                return lock.tryLock(request);
            }));
        }

        /** Returns when the thread is at rest, which it is while it waits for the lock. */
        void untilItWaits() {
            await().atMost(PATIENT)
                    .during(Duration.ofMillis(100))
                    .until(() -> thread.getState() != Thread.State.NEW && !task.isDone());
        }

        void interrupt() {
            thread.interrupt();
        }

        Optional<Lease> result() throws InterruptedException, ExecutionException, TimeoutException {
            return task.get(LONG.toSeconds(), TimeUnit.SECONDS);
        }
    }
}
