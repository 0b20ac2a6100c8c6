package io.seckill;

/**
 * Names one sale: one product's limited stock in one time window.
 *
 * @param value 1 to 64 characters of {@code A-Z a-z 0-9 - _ . :}
 * @since 0.1
 */
public record SaleId(String value) {

    /**
     * Checks the value.
     *
     * @throws IllegalArgumentException if the value is too long, empty or has another character; the message names it
     */
    public SaleId {
        Ids.check("sale id", value);
    }

    /** Returns the bare value, so that it can stand in messages and URLs. */
    @Override
    public String toString() {
        return value;
    }
}
