package io.seckill.relay;

import io.seckill.spi.Outbox.DeadLetter;
import io.seckill.spi.Outbox.Parcel;
import java.util.ArrayList;
import java.util.List;

/** A parcel that one worker is working on. Only {@link #now()} may be called by another thread. */
final class ParcelInWork {

    private final Parcel parcel;
    private final List<DeadLetter> dead = new ArrayList<>();
    private int open;
    private volatile int attempts;

    ParcelInWork(Parcel parcel) {
        this.parcel = parcel;
        this.open = parcel.reservations().size();
        this.attempts = parcel.attempts();
    }

    List<Task> tasks() {
        return parcel.reservations().stream()
                .map(reservation -> new Task(this, reservation, parcel.attempts() - 1))
                .toList();
    }

    /** One of its reservations failed this many times by now. */
    void failed(int failures) {
        attempts = Math.max(attempts, failures + 1);
    }

    void done() {
        open--;
    }

    void dead(DeadLetter letter) {
        dead.add(letter);
        open--;
    }

    boolean finished() {
        return open == 0;
    }

    List<DeadLetter> dead() {
        return dead;
    }

    int partition() {
        return parcel.partition();
    }

    Parcel now() {
        return parcel.withAttempts(attempts);
    }
}
