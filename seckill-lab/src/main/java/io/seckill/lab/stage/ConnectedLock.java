package io.seckill.lab.stage;

import io.seckill.spi.DistributedLock;
import java.util.Set;

/**
 * A lock with what it was connected by.
 *
 * @param lock the lock
 * @param commands what it sends to Redis, as {@link Contender#commands()}
 * @param connection closes both
 */
public record ConnectedLock(DistributedLock lock, Set<String> commands, Runnable connection) implements AutoCloseable {

    @Override
    public void close() {
        connection.run();
    }
}
