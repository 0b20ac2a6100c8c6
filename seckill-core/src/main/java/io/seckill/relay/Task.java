package io.seckill.relay;

import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.spi.Outbox.DeadLetter;
import org.jspecify.annotations.Nullable;

/** A reservation that one worker is working on, and what is known of it so far. */
final class Task {

    enum State {
        /** To be delivered. */
        OPEN,
        /** The sink has it. */
        STORED,
        /** The sink refused it; to be released, whatever the sink would say now. */
        REFUSED
    }

    private static final long NEVER_POSTPONED = -1;

    final ParcelInWork parcel;
    final Reservation reservation;
    private State state = State.OPEN;
    private int failures;
    private int failedReleases;
    private boolean alone;
    private @Nullable ReleaseReason reason;
    private @Nullable String firstError;
    private String lastError = "";
    private long postponedAt = NEVER_POSTPONED;

    Task(ParcelInWork parcel, Reservation reservation, int failures) {
        this.parcel = parcel;
        this.reservation = reservation;
        this.failures = failures;
    }

    State state() {
        return state;
    }

    int failures() {
        return failures;
    }

    /** Whether a failure was counted since its parcel was taken; those before may have been crashes of nodes. */
    boolean failedHere() {
        return firstError != null;
    }

    /** Whether it made a call fail by itself, and so must not share one again. */
    boolean alone() {
        return alone;
    }

    ReleaseReason reason() {
        if (reason == null) {
            throw new IllegalStateException("order " + reservation.order() + " was not refused");
        }
        return reason;
    }

    void stored() {
        state = State.STORED;
    }

    void refused(ReleaseReason why) {
        state = State.REFUSED;
        reason = why;
    }

    /** Returns how often its release has failed by now. */
    int releaseFailed() {
        return ++failedReleases;
    }

    void failed(String error) {
        failures++;
        parcel.failed(failures);
        firstError = firstError == null ? error : firstError;
        lastError = error;
    }

    void failedAlone(String error) {
        alone = true;
        failed(error);
    }

    /** Everything failed, so nothing is counted. Remembers how often the sink had worked until then. */
    void postponed(long successes) {
        postponedAt = successes;
    }

    /** Whether the sink has worked for others since this was last postponed. */
    boolean othersWorkedSince(long successes) {
        return postponedAt != NEVER_POSTPONED && successes > postponedAt;
    }

    DeadLetter deadLetter() {
        return new DeadLetter(reservation, failures, firstError == null ? lastError : firstError, lastError);
    }
}
