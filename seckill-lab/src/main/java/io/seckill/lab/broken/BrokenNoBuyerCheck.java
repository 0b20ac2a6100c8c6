package io.seckill.lab.broken;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.spi.OnePerUserGuard;
import java.util.List;
import java.util.Optional;

/** Broken: remembers nobody, so who asks twice has two. */
public final class BrokenNoBuyerCheck implements OnePerUserGuard {

    @Override
    public Mark tryMark(Reservation reservation, int limit) {
        return new Mark.Marked();
    }

    @Override
    public Optional<Reservation> unmark(Reservation reservation, ReleaseReason reason) {
        return Optional.of(reservation);
    }

    @Override
    public void undo(Reservation reservation) {}

    @Override
    public List<Holding> holdings(SaleId sale, BuyerId buyer) {
        return List.of();
    }
}
