package io.seckill.sample.order;

import io.seckill.BuyerId;
import io.seckill.OrderId;
import io.seckill.Seckill;
import io.seckill.SeckillUnavailableException;
import io.seckill.event.Events;
import io.seckill.sample.order.BuyerOrders.Asked;
import io.seckill.spi.Subscription;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Tells buyers of changes to their orders, whichever node made them. Bounded in number, in all and for each buyer; each stream ends with the last state of its
 * order, after a while, or when nobody is there to read it.
 */
@Component
class OrderStreams {

    private static final Logger log = LoggerFactory.getLogger(OrderStreams.class);
    private static final int TELLERS = 4;

    private final Seckill seckill;
    private final StreamProperties properties;
    private final Semaphore places;
    private final Map<BuyerId, Integer> taken = new ConcurrentHashMap<>();
    private final Map<OrderId, Set<OrderStream>> open = new ConcurrentHashMap<>();
    private final Subscription changes;
    private final Future<?> rechecks;
    private final ScheduledExecutorService tellers = Executors.newScheduledThreadPool(TELLERS, task -> {
        Thread thread = new Thread(task, "order-events");
        thread.setDaemon(true);
        return thread;
    });

    OrderStreams(Seckill seckill, Events events, StreamProperties properties) {
        this.seckill = seckill;
        this.properties = properties;
        this.places = new Semaphore(properties.max());
        this.changes = events.onChanged(this::changed);
        long pause = properties.recheck().toMillis();
        this.rechecks = tellers.scheduleWithFixedDelay(this::recheck, pause, pause, TimeUnit.MILLISECONDS);
    }

    /**
     * Opens a stream that begins with this state.
     *
     * @param asked the order and its buyer, who has been found to be its buyer
     * @return the stream; empty if there are too many, or too many of this buyer's
     */
    Optional<SseEmitter> open(Asked asked, OrderView first) {
        if (!takePlace(asked.buyer())) {
            return Optional.empty();
        }
        OrderStream stream = new OrderStream(asked, properties.timeout().toMillis());
        open.compute(asked.order(), (order, streams) -> {
            Set<OrderStream> all = streams == null ? ConcurrentHashMap.newKeySet() : streams;
            all.add(stream);
            return all;
        });
        stream.emitter.onTimeout(() -> {
            stream.end();
            forget(stream);
        });
        stream.emitter.onError(gone -> forget(stream));
        stream.emitter.onCompletion(() -> forget(stream));
        // a change may have been told since the stream was put there, and then the first state is an old one
        look(stream, () -> stream.isNew() ? Optional.of(first) : Optional.empty());
        later(stream); // it may have changed before the stream could be told
        return Optional.of(stream.emitter);
    }

    private boolean takePlace(BuyerId buyer) {
        if (taken.merge(buyer, 1, Integer::sum) <= properties.maxPerBuyer() && places.tryAcquire()) {
            return true;
        }
        leave(buyer);
        return false;
    }

    private void leave(BuyerId buyer) {
        taken.computeIfPresent(buyer, (key, streams) -> streams == 1 ? null : streams - 1);
    }

    /** Called by whoever hears the announcement, which must not wait. */
    private void changed(List<OrderId> orders) {
        orders.forEach(order -> open.getOrDefault(order, Set.of()).forEach(this::later));
    }

    /** Looks at every order that somebody watches, and at whether somebody does. */
    void recheck() {
        open.values().forEach(streams -> streams.forEach(this::later));
    }

    private void later(OrderStream stream) {
        try {
            tellers.execute(() ->
                    look(stream, () -> OrderView.of(seckill.find(stream.asked.order(), stream.asked.buyer()))));
        } catch (RejectedExecutionException e) {
            log.debug("Order {} is not looked at any more: the shop closes", stream.asked.order());
        }
    }

    private void look(OrderStream stream, Supplier<Optional<OrderView>> order) {
        try {
            if (stream.look(order)) {
                forget(stream);
            }
        } catch (SeckillUnavailableException e) {
            log.debug("Order {} is looked at again later", stream.asked.order(), e);
        } catch (IOException | IllegalStateException e) { // the server says so once more, sooner or later
            log.debug("Nobody watches order {} any more", stream.asked.order(), e);
            forget(stream);
        }
    }

    private void forget(OrderStream stream) {
        open.computeIfPresent(stream.asked.order(), (order, streams) -> {
            if (streams.remove(stream)) {
                places.release();
                leave(stream.asked.buyer());
            }
            return streams.isEmpty() ? null : streams;
        });
    }

    /** Returns how many streams are open. */
    int size() {
        return properties.max() - places.availablePermits();
    }

    /** Ends all streams before the web server waits for its last requests. */
    @EventListener(ContextClosedEvent.class)
    void close() {
        changes.close();
        rechecks.cancel(false);
        tellers.shutdown();
        open.values().forEach(streams -> streams.forEach(OrderStream::end));
    }
}
