package io.seckill.spring.watch;

import io.seckill.SaleStatus;
import java.util.List;

/**
 * Is shown all sales again and again, on one thread. A bean of this type is found.
 *
 * @since 0.1
 */
public interface SaleWatcher {

    /** These are the sales at this moment, by opening time. */
    void seen(List<SaleStatus> sales);

    /** The sales could not be looked at this time. */
    default void notSeen() {}
}
