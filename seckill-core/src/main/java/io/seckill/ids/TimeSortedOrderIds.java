package io.seckill.ids;

import static java.util.Objects.requireNonNull;

import io.seckill.OrderId;
import io.seckill.SeckillUnavailableException;
import io.seckill.spi.OrderIds;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Makes 63-bit ids, printed as decimals of at most 19 digits: 41 bits of milliseconds since 2024, 10 bits of node number, 12 bits that tell
 * apart the ids of one millisecond. Their order is that of time, to the millisecond.
 *
 * <p>Within a millisecond the last bits run through a permutation drawn afresh for it, so that neither one id nor the distance of two
 * tells how many were sold. When all 4,096 are used, the next millisecond is used ahead of time. Stamps never step back, whatever the
 * clock does, and never leave the stretch of the {@link NodeLease}: when that is over, ids are refused.
 *
 * <p>Thread-safe, lock-free, no I/O. The layout is that of Twitter's Snowflake.
 *
 * @since 0.1
 */
public final class TimeSortedOrderIds implements OrderIds {

    static final long EPOCH_MS = Instant.parse("2024-01-01T00:00:00Z").toEpochMilli();

    private static final int SEQUENCE_BITS = 12;
    private static final int NODE_BITS = 10;
    private static final int PER_MILLISECOND = 1 << SEQUENCE_BITS;
    private static final long MAX_STAMP = (1L << (63 - NODE_BITS - SEQUENCE_BITS)) - 1;

    private final NodeLease lease;
    private final AtomicReference<Millisecond> current = new AtomicReference<>(new Millisecond(-1, 0, 0));

    /** Makes ids under the numbers of this lease. */
    public TimeSortedOrderIds(NodeLease lease) {
        this.lease = lease;
    }

    @Override
    public OrderId next() {
        while (true) {
            Millisecond present = requireNonNull(current.get());
            long now = lease.nowMs();
            if (now <= present.stampMs) {
                long id = present.tryNext();
                if (id >= 0) {
                    return new OrderId(Long.toString(id));
                }
            }
            current.compareAndSet(present, after(present.stampMs, now));
        }
    }

    private Millisecond after(long lastMs, long now) {
        NodeLease.Grant grant = lease.current();
        long stampMs = Math.max(Math.max(now, lastMs + 1), grant.fromMs());
        if (stampMs >= grant.untilMs()) {
            throw SeckillUnavailableException.nothingChanged(
                    "no order id can be made: node number " + grant.number() + " is leased until "
                            + Instant.ofEpochMilli(grant.untilMs()) + ", but the next id would be of "
                            + Instant.ofEpochMilli(stampMs)
                            + "; the lease could not be renewed, or ids are used up faster"
                            + " than time passes",
                    null);
        }
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long stamp = stampMs - EPOCH_MS;
        if (stamp < 0 || stamp > MAX_STAMP) {
            throw new IllegalStateException("the clock is outside 2024 to 2093: " + Instant.ofEpochMilli(stampMs));
        }
        return new Millisecond(
                stampMs,
                stamp << (NODE_BITS + SEQUENCE_BITS) | (long) grant.number() << SEQUENCE_BITS,
                random.nextInt());
    }

    /** The ids of one millisecond. The permutation is affine: an odd factor has an inverse modulo a power of two. */
    private static final class Millisecond {

        final long stampMs;
        private final long base;
        private final int factor;
        private final int offset;
        private final AtomicInteger used = new AtomicInteger();

        Millisecond(long stampMs, long base, int random) {
            this.stampMs = stampMs;
            this.base = base;
            this.factor = random | 1;
            this.offset = random >>> SEQUENCE_BITS + 1;
        }

        /** Returns an id, or -1 if all are used. */
        long tryNext() {
            if (used.get() >= PER_MILLISECOND) {
                return -1;
            }
            int n = used.getAndIncrement();
            return n < PER_MILLISECOND ? base | (factor * n + offset) & (PER_MILLISECOND - 1) : -1;
        }
    }
}
