package io.seckill.relay;

import io.seckill.internal.Trouble;
import io.seckill.relay.RelayStatus.Failing;
import io.seckill.relay.RelayStatus.Part;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;

/**
 * Remembers which part fails since when, and logs each change of that once. A part may fail in one place and work in another, such as in
 * two partitions of the outbox: it works again when it does so in every place where it failed.
 */
final class RelayHealth {

    private record Place(Part part, Object who, int partition) {}

    private final Logger log;
    private final Map<Part, Trouble> troubles = new EnumMap<>(Part.class);
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
    synchronized void failed(Part part, Object who, int partition, Throwable error) {
        places.add(new Place(part, who, partition));
        Failing before = failing.get(part);
        Instant since = before == null ? Instant.now() : before.since();
        failing.put(part, new Failing(part, since, describe(error)));
        first = failing.values().stream().findFirst();
        trouble(part).failed(error);
    }

    /** A part worked, or is not needed any more, in a place where it may have failed before. */
    void worked(Part part, Object who, int partition) {
        if (first.isPresent()) {
            over(new Place(part, who, partition));
        }
    }

    private synchronized void over(Place place) {
        if (places.remove(place) && places.stream().noneMatch(each -> each.part == place.part)) {
            failing.remove(place.part);
            first = failing.values().stream().findFirst();
            trouble(place.part).worked();
        }
    }

    private Trouble trouble(Part part) {
        return troubles.computeIfAbsent(part, each -> new Trouble(log, name(each)));
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
