package io.seckill.jdbc;

import io.seckill.Holding;
import io.seckill.Reservation;
import io.seckill.spi.OnePerUserGuard.Mark;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * What one buyer holds or held in one sale.
 *
 * @param holdings in the order of acceptance
 * @param taken the numbers of the slots that are not free, one for each item held
 */
record BuyerMarks(List<Holding> holdings, BitSet taken) {

    /** Returns the answer to this wish if it must not be marked. */
    Optional<Mark> objection(Reservation wanted, int limit) {
        Optional<Mark> known = holdings.stream()
                .filter(holding -> wanted.repeats(holding.reservation()))
                .findFirst()
                .map(Mark.Known::new);
        if (known.isPresent() || taken.cardinality() + wanted.quantity() <= limit) {
            return known;
        }
        return Optional.of(new Mark.LimitReached(holdings.stream()
                .filter(Holding::live)
                .map(Holding::reservation)
                .toList()));
    }

    /** Returns the numbers of free slots, the smallest there are; none is above the limit if nothing objects. */
    int[] free(int count) {
        BitSet seen = (BitSet) taken.clone();
        int[] slots = new int[count];
        for (int i = 0; i < count; i++) {
            slots[i] = seen.nextClearBit(1);
            seen.set(slots[i]);
        }
        return slots;
    }
}
