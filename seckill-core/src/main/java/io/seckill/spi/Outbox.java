package io.seckill.spi;

import io.seckill.Reservation;
import io.seckill.SaleId;
import java.time.Duration;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Keeps accepted reservations until the order sink has them. At least once: a parcel taken and neither settled nor kept for longer than
 * the take-over time is handed out again, to any node.
 *
 * <p>Divided into partitions that are read independently. All methods may block.
 *
 * @since 0.1
 */
public interface Outbox {

    /** Returns the number of partitions, at least 1; they are numbered from 0. */
    int partitions();

    /** Returns how long a parcel may lie with a node, neither settled nor kept, before it is handed to any other. */
    default Duration takeOverTime() {
        return Duration.ofSeconds(10);
    }

    /** Appends reservations of one sale as one parcel. Used by composed gates; a fused gate appends in its own atomic step. */
    void append(SaleId sale, List<Reservation> reservations);

    /**
     * Takes parcels for this node: idle ones of nodes that are gone first, then new ones. Returns at once.
     *
     * @param partition the partition to take from
     * @param reservations stop taking parcels once they hold this many reservations, at least 1
     * @return the parcels, empty if there is nothing to do
     */
    List<Parcel> take(int partition, int reservations);

    /**
     * Removes a parcel and keeps its dead letters, in one atomic step and once: a parcel settled before changes nothing.
     *
     * @param parcel what {@link #take} returned
     * @param dead those of its reservations that were given up, with the reason
     */
    void settle(Parcel parcel, List<DeadLetter> dead);

    /** Removes parcels that left no dead letters; one step per parcel, but as few calls as the backend allows. */
    default void settle(List<Parcel> parcels) {
        parcels.forEach(parcel -> settle(parcel, List.of()));
    }

    /**
     * Keeps parcels that are still being worked on from being handed to another node, and records their attempts.
     *
     * @param parcels what to keep, with {@link Parcel#attempts()} as they are now
     */
    void keep(List<Parcel> parcels);

    /**
     * Hands parcels back, so that any node may take them at once, with the attempts they have now: the next taking counts none. Used at
     * shutdown.
     */
    void handBack(List<Parcel> parcels);

    /** Returns whether there is a parcel of this sale, taken or not. May look at everything that is there. */
    boolean holds(SaleId sale);

    /** Returns the state of a partition. */
    Backlog backlog(int partition);

    /** Returns the state of all partitions together, one after the other. */
    default Backlog backlog() {
        Backlog sum = Backlog.EMPTY;
        for (int partition = 0; partition < partitions(); partition++) {
            sum = sum.plus(backlog(partition));
        }
        return sum;
    }

    /**
     * Calls the listener with the number of a partition into which something was put while it was empty. Best effort; the listener must
     * not block.
     */
    Subscription onArrival(IntConsumer listener);

    /**
     * One entry of the outbox: reservations of one sale that were accepted together.
     *
     * @param partition where it lies
     * @param id its name in the partition
     * @param attempts counted deliveries so far, this one included, at least 1
     * @param reservations at least one
     */
    record Parcel(int partition, String id, int attempts, List<Reservation> reservations) {

        /** Copies the list. */
        public Parcel {
            reservations = List.copyOf(reservations);
        }

        /** Returns this parcel with another number of attempts. */
        public Parcel withAttempts(int newAttempts) {
            return new Parcel(partition, id, newAttempts, reservations);
        }
    }

    /**
     * A reservation that could not be delivered. Its stock stays held until somebody decides.
     *
     * @param reservation what could not be delivered
     * @param attempts how often it was tried
     * @param firstError the first error this node saw
     * @param lastError the last error
     */
    record DeadLetter(Reservation reservation, int attempts, String firstError, String lastError) {}

    /**
     * The state of a partition.
     *
     * @param parcels parcels in it, taken or not
     * @param taken parcels taken by some node and not settled
     * @param oldest age of the oldest parcel, zero if there is none
     * @param dead dead letters
     */
    record Backlog(long parcels, long taken, Duration oldest, long dead) {

        /** Of a partition with nothing in it. */
        public static final Backlog EMPTY = new Backlog(0, 0, Duration.ZERO, 0);

        /** Returns the state of both together: the sums, and the older age. */
        public Backlog plus(Backlog other) {
            return new Backlog(
                    parcels + other.parcels,
                    taken + other.taken,
                    oldest.compareTo(other.oldest) >= 0 ? oldest : other.oldest,
                    dead + other.dead);
        }
    }
}
