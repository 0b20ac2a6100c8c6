package io.seckill;

import java.util.Objects;

/**
 * Why a reservation was released: a short stable word that the buyer's page can translate. Hosts may add their own.
 *
 * @param tag 1 to 40 characters of {@code a-z 0-9 -}
 * @since 0.1
 */
public record ReleaseReason(String tag) {

    /** The ledger has no stock left for it; happens only after the gate lost acknowledged writes. */
    public static final ReleaseReason NO_STOCK = new ReleaseReason("no-stock");

    /** The ledger holds other live orders of this buyer up to the limit. */
    public static final ReleaseReason LIMIT_REACHED = new ReleaseReason("limit-reached");

    /** The order id already names an order of another buyer or sale. */
    public static final ReleaseReason ORDER_ID_TAKEN = new ReleaseReason("order-id-taken");

    /** The buyer cancelled the order. */
    public static final ReleaseReason CANCELLED_BY_BUYER = new ReleaseReason("cancelled-by-buyer");

    /** The shop cancelled the order. */
    public static final ReleaseReason CANCELLED_BY_SHOP = new ReleaseReason("cancelled-by-shop");

    /** The order was not paid in time. */
    public static final ReleaseReason NOT_PAID = new ReleaseReason("not-paid");

    /** An operator gave up an order that could not be delivered. */
    public static final ReleaseReason NOT_DELIVERED = new ReleaseReason("not-delivered");

    /** The gate lost the reservation and was rebuilt without it. */
    public static final ReleaseReason REBUILT = new ReleaseReason("rebuilt");

    private static final int MAX_LENGTH = 40;

    /**
     * Checks the tag.
     *
     * @throws IllegalArgumentException if the tag is empty, too long or has another character
     */
    public ReleaseReason {
        Objects.requireNonNull(tag, "tag");
        if (tag.isEmpty() || tag.length() > MAX_LENGTH || !tag.chars().allMatch(ReleaseReason::allowed)) {
            throw new IllegalArgumentException(
                    "a release reason is 1 to " + MAX_LENGTH + " characters of a-z, 0-9 and -, but was '" + tag + "'");
        }
    }

    private static boolean allowed(int c) {
        return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-';
    }
}
