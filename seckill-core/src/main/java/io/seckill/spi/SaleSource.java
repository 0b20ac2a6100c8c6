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
     * Returns the sales that open before the given instant and are not over yet. Sales that were opened already may be among them:
     * opening again changes nothing. Those whose window has begun are not opened any more, since a gate that lost them would sell their
     * stock a second time; if the gate does not know one, it is reported.
     */
    List<Sale> opensBefore(Instant horizon);
}
