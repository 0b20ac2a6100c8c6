package io.seckill.spi;

import io.seckill.Reservation;
import io.seckill.SaleId;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Counts what was paid for. A gate that can do so moves the items from reserved to sold; one that cannot keeps them reserved.
 *
 * @since 0.1
 */
public interface SoldCount {

    /**
     * Counts held reservations as sold, each once: one that is not held, or was counted before, changes nothing.
     *
     * @param sale the sale of every reservation
     * @return a stage with the number counted by this very call; always completes, exceptionally with {@link
     *     io.seckill.SeckillUnavailableException}
     */
    CompletionStage<Integer> countSold(SaleId sale, List<Reservation> paid);
}
