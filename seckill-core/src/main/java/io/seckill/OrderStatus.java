package io.seckill;

/**
 * Where an order stands. The names are stable: they are stored in the ledger's tables.
 *
 * @since 0.1
 */
public enum OrderStatus {
    /** Stored, waiting for the payment. */
    UNPAID,
    /** Paid; final. */
    PAID,
    /** Given up before it was paid; final. Its stock goes back, and the buyer may buy again. */
    CANCELLED,
    /** Never became an order; kept so that the refusal is known and repeats; final. */
    REFUSED
}
