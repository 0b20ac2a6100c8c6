package io.seckill.spring.redis;

import io.seckill.SeckillUnavailableException;
import io.seckill.redis.driver.LuaScript;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.redis.driver.Reply;
import io.seckill.spi.Subscription;
import io.seckill.spring.internal.Phases;
import io.seckill.spring.internal.RepeatingTask;
import io.seckill.spring.internal.SeckillStartupException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * A driver that lives as the application does: opened when it is made, closed when the application stops or pauses, opened again when it
 * goes on. Subscriptions outlive that. While it is not open, calls fail and change nothing.
 */
final class ApplicationRedisDriver implements RedisDriver, SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(ApplicationRedisDriver.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Supplier<RedisDriver> opening;
    private final boolean required;
    private final RepeatingTask connecting =
            new RepeatingTask("seckill-redis-connect", "connection to Redis", PAUSE, this::tryToOpen);
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Listening> listenings = new HashSet<>();
    private volatile @Nullable RedisDriver driver;
    private volatile String closedBecause = "";

    /**
     * Opens the driver.
     *
     * @param opening opens a driver, or throws SeckillUnavailableException if Redis cannot be reached
     * @param required whether that is the end; if not, it is tried again and again
     */
    ApplicationRedisDriver(Supplier<RedisDriver> opening, boolean required) {
        this.opening = opening;
        this.required = required;
        start();
    }

    @Override
    public CompletionStage<Reply> eval(LuaScript script, List<String> keys, List<String> args) {
        RedisDriver open = driver;
        return open != null
                ? open.eval(script, keys, args)
                : CompletableFuture.failedFuture(SeckillUnavailableException.nothingChanged(
                        script + " was not sent, Redis is not connected: " + closedBecause, null));
    }

    @Override
    public Subscription subscribe(String channel, Consumer<String> listener) {
        Listening listening = new Listening(channel, listener);
        lock.lock();
        try {
            listenings.add(listening);
            RedisDriver open = driver;
            if (open != null) {
                listening.attachTo(open);
            }
            return listening;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void start() {
        try {
            openIfClosed();
        } catch (SeckillUnavailableException e) {
            if (required) {
                throw new SeckillStartupException(
                        String.valueOf(e.getMessage()),
                        "Start Redis, or correct Boot's spring.data.redis properties. To start without Redis and connect later, set "
                                + SeckillRedisProperties.REQUIRED_ON_START + "=false.",
                        e);
            }
            remember(e);
        }
        if (!required) {
            connecting.start();
        }
    }

    private void tryToOpen() {
        try {
            if (openIfClosed()) {
                log.info("Redis is there now; purchases are accepted");
            }
        } catch (SeckillUnavailableException | SeckillStartupException e) {
            remember(e);
        }
    }

    private boolean openIfClosed() {
        lock.lock();
        try {
            if (driver != null) {
                return false;
            }
            RedisDriver opened = opening.get();
            listenings.forEach(listening -> listening.attachTo(opened));
            driver = opened;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void remember(RuntimeException e) {
        String message = String.valueOf(e.getMessage());
        if (!message.equals(closedBecause)) {
            log.warn("Purchases are refused until Redis can be used: {}", message);
            closedBecause = message;
        }
    }

    @Override
    public void stop() {
        connecting.stop();
        lock.lock();
        try {
            RedisDriver open = driver;
            driver = null;
            closedBecause = "the application is stopping";
            if (open != null) {
                open.close();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        stop();
    }

    @Override
    public boolean isRunning() {
        return driver != null || connecting.isRunning();
    }

    @Override
    public int getPhase() {
        return Phases.DRIVER;
    }

    /** A subscription, attached anew to each driver that is opened. */
    private final class Listening implements Subscription {

        private final String channel;
        private final Consumer<String> listener;
        private @Nullable Subscription attached;

        Listening(String channel, Consumer<String> listener) {
            this.channel = channel;
            this.listener = listener;
        }

        void attachTo(RedisDriver open) {
            attached = open.subscribe(channel, listener);
        }

        @Override
        public void close() {
            lock.lock();
            try {
                listenings.remove(this);
                Subscription ended = attached;
                attached = null;
                if (ended != null) {
                    ended.close();
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
