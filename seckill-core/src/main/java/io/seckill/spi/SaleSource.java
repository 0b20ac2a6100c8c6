package io.seckill.spi;

import io.seckill.Sale;
import java.time.Instant;
import java.util.List;

/**
 * Names the sales that start soon, from the host's own tables, so that they are opened ahead of time by a schedule.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface SaleSource {

    /**
     * Returns the sales that are not over yet and open before the given instant. Sales that are open already may be among them: opening
     * again changes nothing.
     */
    List<Sale> opensBefore(Instant horizon);
}
