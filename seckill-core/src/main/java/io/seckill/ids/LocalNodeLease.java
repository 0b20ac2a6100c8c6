package io.seckill.ids;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A lease for one JVM, without end and without asking anybody. Leases of the same JVM have different numbers, up to {@value #NUMBERS};
 * nothing keeps two JVMs apart.
 *
 * @since 0.1
 */
public final class LocalNodeLease implements NodeLease {

    private static final AtomicInteger NEXT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(NUMBERS));

    private final long startMs = System.currentTimeMillis();
    private final long startNanos = System.nanoTime();
    private final Grant grant = new Grant(Math.floorMod(NEXT.getAndIncrement(), NUMBERS), startMs, Long.MAX_VALUE);

    /** Makes a lease with the next number of this JVM. */
    public LocalNodeLease() {}

    @Override
    public Grant current() {
        return grant;
    }

    @Override
    public long nowMs() {
        return startMs + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    }
}
