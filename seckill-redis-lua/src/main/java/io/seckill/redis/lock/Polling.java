package io.seckill.redis.lock;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long to wait for news before asking again all the same: twice as long each time, less a random part of up to half.
 *
 * @param first the first wait
 * @param longest the longest wait
 */
record Polling(Duration first, Duration longest) {

    static final Polling DEFAULT = new Polling(Duration.ofMillis(50), Duration.ofMillis(500));

    /** Returns nanoseconds to wait after the question of this number, from 0. */
    long pauseNanos(int asked) {
        long pause = Math.min(first.toNanos() << Math.min(asked, 10), longest.toNanos());
        return pause - ThreadLocalRandom.current().nextLong(pause / 2);
    }
}
