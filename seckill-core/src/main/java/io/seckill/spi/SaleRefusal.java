package io.seckill.spi;

import io.seckill.Sale;
import io.seckill.SaleStatus;
import io.seckill.SaleUpdate;

/**
 * Why a registry refuses a change of a sale, by name and in a sentence.
 *
 * @since 0.1
 */
public enum SaleRefusal {
    /** The sale is closed or settled. */
    OVER,
    /** The sale's data is being made anew. */
    REBUILDING,
    /** Its window ends later already. */
    ENDS_LATER,
    /** It is neither closed nor is its window over. */
    STILL_SELLING,
    /** A change of its stock is half done. */
    STOCK_HALF_DONE,
    /** Fewer items are available than are to be taken out. */
    TOO_FEW_AVAILABLE,
    /** The total would be out of bounds. */
    TOTAL_OUT_OF_BOUNDS,
    /** The ledger did not take the new total. */
    LEDGER_DISAGREES;

    /** Returns the refusal, for a sale as it is now. */
    public SaleUpdate.Refused of(SaleStatus status) {
        return new SaleUpdate.Refused(status, name(), "sale " + status.sale().id() + " " + sentence(status));
    }

    private String sentence(SaleStatus status) {
        return switch (this) {
            case OVER -> "is " + (status.state().isOver() ? status.state() : "over") + " and takes no change any more";
            case REBUILDING -> "is being rebuilt; wait until that is done";
            case ENDS_LATER -> "ends at " + status.sale().closes() + "; name a later instant";
            case STILL_SELLING -> "sells until " + status.sale().closes() + "; close it first";
            case STOCK_HALF_DONE -> "has a change of its stock half done; pause it once more, which finishes that";
            case TOO_FEW_AVAILABLE ->
                "has only " + status.available() + " items that nobody holds; withdraw no more than those";
            case TOTAL_OUT_OF_BOUNDS ->
                "has a total of " + status.sale().total() + ", which must stay 1 to " + Sale.MAX_TOTAL;
            case LEDGER_DISAGREES ->
                "has a total of " + status.sale().total() + " here and another one in the ledger; reconcile it first";
        };
    }
}
