package io.seckill.benchmarks.compare;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Buyers, made before the clock runs, each handed out once. Thread-safe. */
final class Buyers {

    private static final long FIRST = 1_000_000_000L;

    private final String[] ids;
    private final AtomicInteger next = new AtomicInteger();

    Buyers(String[] ids) {
        this.ids = ids;
    }

    /** Returns so many different buyers, ids of ten digits. */
    static Buyers distinct(int count) {
        return distinct(0, count);
    }

    /** Returns so many different buyers after the first ones. */
    static Buyers distinct(long skip, int count) {
        String[] ids = new String[count];
        for (int i = 0; i < count; i++) {
            ids[i] = Long.toString(FIRST + skip + i);
        }
        return new Buyers(ids);
    }

    /** Returns the next buyer, null when all have been. */
    @Nullable
    String next() {
        int i = next.getAndIncrement();
        return i < ids.length ? ids[i] : null;
    }

    /** Starts from the first one again. */
    Buyers again() {
        return new Buyers(ids);
    }
}
