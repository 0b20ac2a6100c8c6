package io.seckill.internal;

import io.seckill.SeckillUnavailableException;
import io.seckill.spi.SinkUnavailableException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Remembers whether something fails that is tried again and again. The log is told when that begins, with the reason, and when it is over,
 * with how long it took. What a server does that is away needs no stack trace; whatever else fails keeps it. Thread-safe.
 *
 * @since 0.1
 */
public final class Trouble {

    private static final int DEEPEST = 20;

    private record Failing(long sinceNanos, String reason, boolean isOutage) {}

    private final Logger log;
    private final String what;
    private volatile @Nullable Failing failing;

    /**
     * Makes one that does not fail yet.
     *
     * @param what fails, to be read after "the"
     */
    public Trouble(Logger log, String what) {
        this.log = log;
        this.what = what;
    }

    /** Called after every failure. The first is a warning, and so is a first one that is more than an outage. */
    public synchronized void failed(Throwable error) {
        Failing before = failing;
        Failing now = new Failing(
                before == null ? System.nanoTime() : before.sinceNanos,
                reason(error),
                isOutage(error) && (before == null || before.isOutage));
        failing = now;
        if (before == null || before.isOutage && !now.isOutage) {
            log.warn("The {} fails; trying again until it works: {}", what, now.reason, trace(error, log));
        } else {
            log.debug("The {} still fails: {}", what, now.reason);
        }
    }

    /** Called after every success, so the usual case only reads a field. */
    public void worked() {
        if (failing != null) {
            over();
        }
    }

    private synchronized void over() {
        Failing before = failing;
        if (before != null) {
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - before.sinceNanos) + 1;
            log.info("The {} works again, after {} s", what, seconds);
            failing = null;
        }
    }

    /** Returns what fails and why, if it does. */
    public Optional<String> failing() {
        return Optional.ofNullable(failing).map(now -> "the " + what + " fails: " + now.reason);
    }

    /** Returns what is at the bottom of a failure, in one line. */
    public static String reason(Throwable error) {
        List<Throwable> chain = chain(error);
        Throwable root = chain.get(chain.size() - 1);
        String message = root.getMessage();
        String name = root.getClass().getSimpleName();
        if (message == null) {
            return name;
        }
        String line = message.strip().replaceAll("\\s*\\R\\s*", " ");
        return isOurs(root) ? line : name + ": " + line;
    }

    /** Returns the failure if its stack trace belongs into the log: it is no outage, or whoever reads wants everything. */
    public static @Nullable Throwable trace(Throwable error, Logger log) {
        return isOutage(error) && !log.isDebugEnabled() ? null : error;
    }

    /**
     * Returns whether a server is away, and nobody's code to blame. At the bottom of that is a checked exception, such as one of I/O, a
     * timeout or one of SQL, or a backend said so itself; what Java throws at a bug is never part of it.
     */
    public static boolean isOutage(Throwable error) {
        List<Throwable> chain = chain(error);
        return chain.stream().noneMatch(Trouble::isBug)
                && (chain.stream().anyMatch(Trouble::isOurs)
                        || !(chain.get(chain.size() - 1) instanceof RuntimeException));
    }

    private static boolean isBug(Throwable error) {
        return error instanceof Error
                || error.getClass().getPackageName().equals("java.lang") && error instanceof RuntimeException;
    }

    private static boolean isOurs(Throwable error) {
        return error instanceof SeckillUnavailableException || error instanceof SinkUnavailableException;
    }

    private static List<Throwable> chain(Throwable error) {
        return Stream.iterate(error, Objects::nonNull, Throwable::getCause)
                .limit(DEEPEST)
                .toList();
    }
}
