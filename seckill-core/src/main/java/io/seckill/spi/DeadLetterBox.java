package io.seckill.spi;

import io.seckill.DeadLetter;
import io.seckill.SaleId;
import java.util.List;
import java.util.Optional;

/**
 * An outbox whose dead letters can be read, put back and taken out. Thread-safe; all methods may block.
 *
 * @since 0.1
 */
public interface DeadLetterBox {

    /** Returns the dead letters of an outbox; none, ever, of one that is no such box. */
    static DeadLetterBox of(Outbox outbox) {
        return outbox instanceof DeadLetterBox box ? box : new NoDeadLetters();
    }

    /**
     * Returns dead letters, oldest first.
     *
     * @param after the last one of the page before; empty for the first page
     * @param limit how many at most, at least 1
     */
    List<DeadLetter> page(Optional<String> after, int limit);

    /** Returns the dead letter of this id; empty if it is gone, or never was. */
    Optional<DeadLetter> find(String id);

    /**
     * Puts a dead letter back into the outbox, where it begins anew, in one atomic step and once.
     *
     * @return whether this very call did; false if it is gone, or holds no reservation
     */
    boolean putBack(String id);

    /** Takes a dead letter out for good. Returns whether this very call did. */
    boolean remove(String id);

    /** Returns whether there is a dead letter of this sale. May look at everything that is there. */
    boolean holdsDead(SaleId sale);
}
