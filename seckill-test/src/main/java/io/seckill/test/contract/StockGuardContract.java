package io.seckill.test.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.seckill.SaleId;
import io.seckill.spi.StockGuard;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * What every {@link StockGuard} promises.
 *
 * @since 0.1
 */
public abstract class StockGuardContract {

    private final SaleId sale = Samples.saleId();

    /** Returns the guard under test; the same one, or one that shares its state, at every call. */
    protected abstract StockGuard guard();

    @Test
    void startsACountOnce() {
        assertThat(guard().start(sale, 5)).isTrue();
        assertThat(guard().start(sale, 9)).isFalse();
        assertThat(guard().available(sale)).hasValue(5);
    }

    @Test
    void takesUntilNothingIsLeft() {
        guard().start(sale, 2);

        assertThat(guard().tryTake(sale, 1)).hasValue(1);
        assertThat(guard().tryTake(sale, 1)).hasValue(0);
        assertThat(guard().tryTake(sale, 1)).isEmpty();
        assertThat(guard().available(sale)).hasValue(0);
    }

    @Test
    void takesAllItemsOrNone() {
        guard().start(sale, 2);

        assertThat(guard().tryTake(sale, 3)).isEmpty();
        assertThat(guard().available(sale)).hasValue(2);
    }

    @Test
    void takesAgainWhatWasGivenBack() {
        guard().start(sale, 1);
        guard().tryTake(sale, 1);

        guard().giveBack(sale, 1);

        assertThat(guard().tryTake(sale, 1)).hasValue(0);
    }

    @Test
    void knowsNothingOfACountThatWasNeverStarted() {
        assertThat(guard().tryTake(sale, 1)).isEmpty();
        guard().giveBack(sale, 1);
        assertThat(guard().available(sale)).isEmpty();
    }

    @Test
    void refusesNumbersThatMakeNoSense() {
        guard().start(sale, 1);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> guard().start(sale, -1))
                .withMessageContaining("-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> guard().tryTake(sale, 0))
                .withMessageContaining("0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> guard().giveBack(sale, 0))
                .withMessageContaining("0");
        assertThat(guard().available(sale)).hasValue(1);
    }

    @Test
    void aStampedeTakesExactlyTheStock() {
        guard().start(sale, 100);

        List<OptionalLong> takes = Stampede.of(200, number -> guard().tryTake(sale, 1));

        assertThat(takes.stream().filter(OptionalLong::isPresent).map(OptionalLong::getAsLong))
                .hasSize(100)
                .doesNotHaveDuplicates();
        assertThat(guard().available(sale)).hasValue(0);
    }

    @Test
    void aStampedeOfTakesAndReturnsLosesNothing() {
        guard().start(sale, 50);

        Stampede.of(100, number -> {
            for (int i = 0; i < 20; i++) {
                int quantity = 1 + (number + i) % 3;
                if (guard().tryTake(sale, quantity).isPresent()) {
                    guard().giveBack(sale, quantity);
                }
            }
            return number;
        });

        assertThat(guard().available(sale)).hasValue(50);
    }
}
