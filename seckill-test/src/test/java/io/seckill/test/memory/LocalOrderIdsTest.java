package io.seckill.test.memory;

import io.seckill.ids.LocalNodeLease;
import io.seckill.ids.TimeSortedOrderIds;
import io.seckill.spi.OrderIds;
import io.seckill.test.contract.OrderIdsContract;

class LocalOrderIdsTest extends OrderIdsContract {

    @Override
    protected OrderIds node() {
        return new TimeSortedOrderIds(new LocalNodeLease());
    }
}
