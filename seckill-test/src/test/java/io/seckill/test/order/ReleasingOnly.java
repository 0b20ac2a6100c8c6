package io.seckill.test.order;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.PurchaseResult;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.spi.AdmissionGate;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A gate that does not count what was sold. */
record ReleasingOnly(AdmissionGate gate) implements AdmissionGate {

    @Override
    public CompletionStage<List<PurchaseResult>> admit(SaleId sale, List<Reservation> wanted) {
        return gate.admit(sale, wanted);
    }

    @Override
    public CompletionStage<Integer> release(SaleId sale, List<Reservation> reservations, ReleaseReason reason) {
        return gate.release(sale, reservations, reason);
    }

    @Override
    public CompletionStage<List<Holding>> holdings(SaleId sale, BuyerId buyer) {
        return gate.holdings(sale, buyer);
    }
}
