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
    /** Sells nothing ever again. */
    CLOSED
}
