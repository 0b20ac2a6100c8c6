package io.seckill.lab.broken;

import io.seckill.spi.DistributedLock;
import io.seckill.spi.Lease;
import io.seckill.spi.LockRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Broken: {@code SET key value NX PX} takes the lock, and a plain {@code DEL} gives it back, whoever has it by then. A holder that is
 * later than its lease deletes the lock of the next one, and a third comes in while the second is at work. {@link
 * io.seckill.redis.lock.RedisLuaLock} compares the owner and deletes in one script instead.
 */
public final class BrokenSetNx implements DistributedLock {

    private static final Duration TERM = Duration.ofSeconds(30);
    private static final long PAUSE_MS = 10;

    private final StringRedisTemplate redis;

    /** Makes it on this Redis. */
    public BrokenSetNx(StringRedisTemplate redis) {
        this.redis = redis;
    }

    /** A lock that is to be renewed is not: it ends after half a minute. */
    @Override
    public Optional<Lease> tryLock(LockRequest request) throws InterruptedException {
        String key = "broken:lock:" + request.name();
        long begin = System.nanoTime();
        while (!Boolean.TRUE.equals(
                redis.opsForValue().setIfAbsent(key, "1", request.lease().orElse(TERM)))) {
            if (System.nanoTime() - begin >= request.maxWait().toNanos()) {
                return Optional.empty();
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
        }
        return Optional.of(new BrokenLease(key));
    }

    private final class BrokenLease implements Lease {

        private final String key;
        private volatile boolean closed;

        BrokenLease(String key) {
            this.key = key;
        }

        @Override
        public OptionalLong fencingToken() {
            return OptionalLong.empty();
        }

        /** Believes so until it is closed. */
        @Override
        public boolean isHeld() {
            return !closed;
        }

        @Override
        public void close() {
            closed = true;
            redis.delete(key);
        }
    }
}
