package io.seckill.relay;

import io.seckill.relay.RelayStatus.Failing;
import io.seckill.relay.RelayStatus.Part;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Remembers which part fails since when, and logs each change of that once. */
final class RelayHealth {

    private final Logger log;
    private final Map<Part, Failing> failing = new EnumMap<>(Part.class);
    private volatile Optional<Failing> first = Optional.empty();

    RelayHealth(Logger log) {
        this.log = log;
    }

    Optional<Failing> failing() {
        return first;
    }

    void failed(Part part, Throwable error) {
        if (update(part, error) == null) {
            log.warn("The {} fails; trying again until it works", name(part), error);
        } else {
            log.debug("The {} still fails: {}", name(part), describe(error));
        }
    }

    /** Called after every success, so the usual case must cost nothing. */
    void worked(Part part) {
        if (first.isPresent()) {
            Failing before = update(part, null);
            if (before != null) {
                log.warn(
                        "The {} works again; it failed since {}, last with: {}",
                        name(part),
                        before.since(),
                        before.lastError());
            }
        }
    }

    private synchronized @Nullable Failing update(Part part, @Nullable Throwable error) {
        Failing before = failing.remove(part);
        if (error != null) {
            Instant since = before == null ? Instant.now() : before.since();
            failing.put(part, new Failing(part, since, describe(error)));
        }
        first = failing.values().stream().findFirst();
        return before;
    }

    private static String name(Part part) {
        return switch (part) {
            case SINK -> "order sink";
            case OUTBOX -> "outbox";
            case GATE -> "release of refused reservations";
        };
    }

    static String describe(Throwable error) {
        String message = error.getMessage();
        return error.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    }
}
