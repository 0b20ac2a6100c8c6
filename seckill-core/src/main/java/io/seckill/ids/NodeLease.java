package io.seckill.ids;

/**
 * Grants a node number for a stretch of time, to one holder. Whoever gets the number next gets a later stretch, so stamps within a grant
 * stay safe to use however late the holder uses them.
 *
 * @since 0.1
 */
public interface NodeLease {

    /** Node numbers there are. */
    int NUMBERS = 1024;

    /**
     * Returns the present grant, without I/O. Its stretch may be over, or not have begun.
     *
     * @throws io.seckill.SeckillUnavailableException if there has been no grant yet
     */
    Grant current();

    /**
     * Returns milliseconds since 1970 by the clock to stamp with. It may step back a little when it is adjusted, and may run ahead of
     * the time of day, to be within the stretch.
     */
    long nowMs();

    /**
     * The right to stamp ids.
     *
     * @param number the node number, 0 to 1023
     * @param fromMs first millisecond that may be stamped
     * @param untilMs first millisecond that may no longer be stamped
     */
    record Grant(int number, long fromMs, long untilMs) {

        /**
         * Checks the number.
         *
         * @throws IllegalArgumentException if it is out of bounds
         */
        public Grant {
            if (number < 0 || number >= NUMBERS) {
                throw new IllegalArgumentException("a node number is 0 to " + (NUMBERS - 1) + ", but was " + number);
            }
        }
    }
}
