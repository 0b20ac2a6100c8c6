package io.seckill;

/**
 * Where a purchase comes from, for limits by address. What counts as one address is the caller's decision: an IPv4 address, the first
 * half of an IPv6 one (a household has all that begin with it), or any other name.
 *
 * @param value 1 to 64 characters of {@code A-Z a-z 0-9 - _ . :}
 * @since 0.1
 */
public record ClientAddress(String value) {

    /**
     * Checks the value.
     *
     * @throws IllegalArgumentException if the value is too long, empty or has another character; the message names it
     */
    public ClientAddress {
        Ids.check("client address", value);
    }

    /** Returns the bare value. */
    @Override
    public String toString() {
        return value;
    }
}
