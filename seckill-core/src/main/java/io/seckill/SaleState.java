package io.seckill;

/**
 * What the operator has decided about a sale. Whether its window is open is another question, answered by the server's clock.
 *
 * @since 0.1
 */
public enum SaleState {
    /** Sells while its window is open. Every sale starts here. */
    OPEN,
    /** Sells nothing until resumed. */
    PAUSED,
    /** Sells nothing while its data is made anew from the ledger, and is not resumed before that is done. */
    REBUILDING,
    /** Sells nothing ever again. */
    CLOSED,
    /** Closed, with figures that are final; its data in the gate expires. */
    SETTLED;

    /** Returns whether the sale sells nothing ever again and takes no change but its settlement. */
    public boolean isOver() {
        return this == CLOSED || this == SETTLED;
    }
}
