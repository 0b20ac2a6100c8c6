package io.seckill.spring.gate;

import io.seckill.spring.internal.Bounds;
import java.time.Duration;
import java.util.Optional;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What a composed gate is made of; it matters with seckill.gate=composed only.
 *
 * @param stockGuard Where the stock is counted, unless the application has a StockGuard bean.
 * @param onePerUserGuard Where it is remembered who holds what, unless the application has a OnePerUserGuard bean.
 * @param lock What keeps the purchases of one buyer apart. A DistributedLock bean of the application takes the place of any but none, and
 *     with bean there must be one.
 * @param lockWait How long a purchase waits for its buyer's lock before it is answered BUSY, at most a day; zero asks once.
 * @param lockLease How long a lock is held at most, up to a day: two or three times what 99 of 100 purchases take. Zero holds it as long as
 *     the purchase lasts, and renews it meanwhile.
 * @param threads Threads that decide purchases, at most 1024, and as many that hold locks if there are any; not used with virtual threads.
 *     Fewer than the connections of the pool if guards or locks are in a database.
 */
@ConfigurationProperties(SeckillComposedGateProperties.PREFIX)
record SeckillComposedGateProperties(
        @DefaultValue("redis-lua") StockGuardKind stockGuard,
        @DefaultValue("redis-lua") OnePerUserGuardKind onePerUserGuard,
        @DefaultValue("none") LockKind lock,
        @DefaultValue("0s") Duration lockWait,
        @DefaultValue("3s") Duration lockLease,
        @DefaultValue("8") int threads) {

    static final String PREFIX = "seckill.composed";
    static final String STOCK_GUARD = PREFIX + ".stock-guard";
    static final String ONE_PER_USER_GUARD = PREFIX + ".one-per-user-guard";
    static final String LOCK = PREFIX + ".lock";

    private static final Duration LONGEST = Duration.ofDays(1);
    private static final int MAX_THREADS = 1_024;

    SeckillComposedGateProperties {
        Bounds.within(PREFIX + ".lock-wait", lockWait, Duration.ZERO, LONGEST);
        Bounds.within(PREFIX + ".lock-lease", lockLease, Duration.ZERO, LONGEST);
        Bounds.within(PREFIX + ".threads", threads, 1, MAX_THREADS);
    }

    /** Returns how long a lock is held at most; empty if it is to be renewed. */
    Optional<Duration> lease() {
        return Optional.of(lockLease).filter(time -> !time.isZero());
    }
}
