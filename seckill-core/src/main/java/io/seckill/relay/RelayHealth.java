package io.seckill.relay;

import io.seckill.relay.RelayStatus.Failing;
import io.seckill.relay.RelayStatus.Part;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Remembers which part fails since when, and logs each change of that once. A part may fail in one place and work in another, such as in
 * two partitions of the outbox: it works again when it does so in every place where it failed.
 */
final class RelayHealth {

    private record Place(Part part, Object who, int partition) {}

    private final Logger log;
    private final Map<Part, Failing> failing = new EnumMap<>(Part.class);
    private final Set<Place> places = new HashSet<>();
    private volatile Optional<Failing> first = Optional.empty();

    RelayHealth(Logger log) {
        this.log = log;
    }

    Optional<Failing> failing() {
        return first;
    }

    void failed(Part part, Throwable error) {
        failed(part, part, 0, error);
    }

    /** Called after every success, so the usual case must cost nothing. */
    void worked(Part part) {
        worked(part, part, 0);
    }

    /**
     * A part failed in one place.
     *
     * @param who the object that needed it, which always needs it for the same thing
     */
    void failed(Part part, Object who, int partition, Throwable error) {
        if (update(new Place(part, who, partition), error) == null) {
            log.warn("The {} fails; trying again until it works", name(part), error);
        } else {
            log.debug("The {} still fails: {}", name(part), describe(error));
        }
    }

    /** A part worked, or is not needed any more, in a place where it may have failed before. */
    void worked(Part part, Object who, int partition) {
        if (first.isPresent()) {
            Failing before = update(new Place(part, who, partition), null);
            if (before != null) {
                log.warn(
                        "The {} works again; it failed since {}, last with: {}",
                        name(part),
                        before.since(),
                        before.lastError());
            }
        }
    }

    /** Returns what was known of the part, null if that it works did not change. */
    private synchronized @Nullable Failing update(Place place, @Nullable Throwable error) {
        Part part = place.part;
        Failing before = failing.get(part);
        if (error != null) {
            places.add(place);
            Instant since = before == null ? Instant.now() : before.since();
            failing.put(part, new Failing(part, since, describe(error)));
        } else if (!places.remove(place) || places.stream().anyMatch(each -> each.part == part)) {
            return null;
        } else {
            failing.remove(part);
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
