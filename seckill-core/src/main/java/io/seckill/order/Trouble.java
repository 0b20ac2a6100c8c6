package io.seckill.order;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Remembers whether something fails, and logs each change of that once. Thread-safe. */
final class Trouble {

    private static final Logger log = LoggerFactory.getLogger(OrderSweep.class);

    private final String what;
    private final AtomicReference<@Nullable String> lastError = new AtomicReference<>();

    Trouble(String what) {
        this.what = what;
    }

    void failed(Throwable error) {
        String description = error.getClass().getSimpleName() + ": " + error.getMessage();
        if (lastError.getAndSet(description) == null) {
            log.warn("The {} fails; trying again until it works", what, error);
        } else {
            log.debug("The {} still fails: {}", what, description);
        }
    }

    /** Called after every success, so the usual case only reads a field. */
    void worked() {
        if (lastError.get() != null) {
            String before = lastError.getAndSet(null);
            if (before != null) {
                log.warn("The {} works again; it failed last with: {}", what, before);
            }
        }
    }

    Optional<String> failing() {
        return Optional.ofNullable(lastError.get()).map(error -> "the " + what + " fails: " + error);
    }
}
