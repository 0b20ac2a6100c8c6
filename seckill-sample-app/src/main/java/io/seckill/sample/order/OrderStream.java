package io.seckill.sample.order;

import io.seckill.sample.order.BuyerOrders.Asked;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** One buyer who watches one order. Sends each state once, and ends after the last one. */
final class OrderStream {

    final Asked asked;
    final SseEmitter emitter;
    private final ReentrantLock lock = new ReentrantLock(); // also keeps an old answer from being sent after a new one
    private @Nullable OrderView sent;
    private boolean ended;

    OrderStream(Asked asked, long timeoutMillis) {
        this.asked = asked;
        emitter = new SseEmitter(timeoutMillis);
    }

    /**
     * Sends the state of the order if it is news, and else a sign of life, which shows whether anybody is there. Returns whether that was
     * the end.
     */
    boolean look(Supplier<Optional<OrderView>> order) throws IOException {
        lock.lock();
        try {
            if (ended) {
                return true;
            }
            OrderView now = order.get().orElse(sent);
            if (now == null || now.equals(sent)) {
                emitter.send(SseEmitter.event().comment(""));
                return false;
            }
            emitter.send(SseEmitter.event().name("order").id(now.status()).data(now, MediaType.APPLICATION_JSON));
            sent = now;
            if (now.last()) {
                end();
            }
            return ended;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether no state was sent yet. */
    boolean isNew() {
        lock.lock();
        try {
            return sent == null;
        } finally {
            lock.unlock();
        }
    }

    void end() {
        lock.lock();
        try {
            ended = true;
            emitter.complete();
        } finally {
            lock.unlock();
        }
    }
}
