package io.seckill.spi;

import io.seckill.DeadLetter;
import io.seckill.SaleId;
import java.util.List;
import java.util.Optional;

/** Always empty. */
final class NoDeadLetters implements DeadLetterBox {

    @Override
    public List<DeadLetter> page(Optional<String> after, int limit) {
        return List.of();
    }

    @Override
    public Optional<DeadLetter> find(String id) {
        return Optional.empty();
    }

    @Override
    public boolean putBack(String id) {
        return false;
    }

    @Override
    public boolean remove(String id) {
        return false;
    }

    @Override
    public boolean holdsDead(SaleId sale) {
        return false;
    }
}
