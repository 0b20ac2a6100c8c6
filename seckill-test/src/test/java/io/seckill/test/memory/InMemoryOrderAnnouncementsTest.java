package io.seckill.test.memory;

import io.seckill.memory.InMemoryOrderAnnouncements;
import io.seckill.spi.OrderAnnouncements;
import io.seckill.test.contract.OrderAnnouncementsContract;

class InMemoryOrderAnnouncementsTest extends OrderAnnouncementsContract {

    private final OrderAnnouncements announcements = new InMemoryOrderAnnouncements();

    @Override
    protected OrderAnnouncements node() {
        return announcements;
    }
}
