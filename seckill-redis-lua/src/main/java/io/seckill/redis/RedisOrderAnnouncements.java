package io.seckill.redis;

import io.seckill.OrderId;
import io.seckill.redis.driver.LuaScript;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.spi.OrderAnnouncements;
import io.seckill.spi.Subscription;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells all nodes of changed orders by Pub/Sub, some hundreds in one message.
 *
 * @since 0.1
 */
public final class RedisOrderAnnouncements implements OrderAnnouncements {

    private static final Logger log = LoggerFactory.getLogger(RedisOrderAnnouncements.class);
    private static final LuaScript ANNOUNCE = LuaScript.beside(RedisOrderAnnouncements.class, "announce.lua");
    private static final int MOST_IN_ONE_MESSAGE = 256;

    private final RedisDriver driver;
    private final RedisKeys keys;

    /** Makes announcements on the channel of these keys. */
    public RedisOrderAnnouncements(RedisDriver driver, RedisKeys keys) {
        this.driver = driver;
        this.keys = keys;
    }

    @Override
    public void announce(Collection<OrderId> changed) {
        if (changed.isEmpty()) {
            return;
        }
        try {
            driver.eval(ANNOUNCE, List.of(keys.registry()), messages(List.copyOf(changed)))
                    .whenComplete((reply, error) -> {
                        if (error != null) {
                            log.debug("{} changed orders were not announced", changed.size(), error);
                        }
                    });
        } catch (RuntimeException e) {
            log.debug("{} changed orders were not announced", changed.size(), e);
        }
    }

    private List<String> messages(List<OrderId> changed) {
        List<String> args = new ArrayList<>();
        args.add(keys.signals());
        for (int from = 0; from < changed.size(); from += MOST_IN_ONE_MESSAGE) {
            args.add(Signal.orders(changed.subList(from, Math.min(from + MOST_IN_ONE_MESSAGE, changed.size()))));
        }
        return args;
    }

    @Override
    public Subscription onChanged(Consumer<List<OrderId>> listener) {
        return driver.subscribe(keys.signals(), message -> {
            List<OrderId> changed = Signal.ordersOf(message);
            if (!changed.isEmpty()) {
                listener.accept(changed);
            }
        });
    }
}
