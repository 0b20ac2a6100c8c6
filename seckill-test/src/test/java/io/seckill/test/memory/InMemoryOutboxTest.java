package io.seckill.test.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.seckill.SaleId;
import io.seckill.SeckillUnavailableException;
import io.seckill.memory.InMemoryOutbox;
import io.seckill.spi.Outbox;
import io.seckill.spi.Outbox.DeadLetter;
import io.seckill.test.contract.DeadLetterBoxContract;
import io.seckill.test.contract.Samples;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InMemoryOutboxTest extends DeadLetterBoxContract {

    private @Nullable InMemoryOutbox outbox;

    @Override
    protected synchronized Outbox node(Duration takeOver) {
        if (outbox == null) {
            outbox = new InMemoryOutbox(100_000, takeOver);
        }
        return outbox;
    }

    @Test
    void refusesWhatDoesNotFitAndChangesNothing() {
        InMemoryOutbox small = new InMemoryOutbox(2, Duration.ofMinutes(1));
        SaleId sale = Samples.saleId();
        small.append(sale, List.of(Samples.one(sale, Samples.buyer(1))));

        assertThatExceptionOfType(SeckillUnavailableException.class)
                .isThrownBy(() -> small.append(
                        sale, List.of(Samples.one(sale, Samples.buyer(2)), Samples.one(sale, Samples.buyer(3)))))
                .withMessageContaining("1 of 2")
                .matches(SeckillUnavailableException::outcomeKnown);

        assertThat(small.backlog(0).parcels()).isEqualTo(1);
    }

    @Test
    void hasRoomAgainAfterSettling() {
        InMemoryOutbox small = new InMemoryOutbox(1, Duration.ofMinutes(1));
        SaleId sale = Samples.saleId();
        for (int i = 0; i < 3; i++) {
            small.append(sale, List.of(Samples.one(sale, Samples.buyer(i))));
            small.settle(small.take(0, 1));
        }

        assertThat(small.backlog(0).parcels()).isZero();
    }

    @Test
    void showsItsDeadLetters() {
        InMemoryOutbox letters = new InMemoryOutbox();
        SaleId sale = Samples.saleId();
        letters.append(sale, List.of(Samples.one(sale, Samples.buyer(1))));
        Outbox.Parcel parcel = letters.take(0, 1).get(0);
        DeadLetter letter = new DeadLetter(parcel.reservations().get(0), 8, "first", "last");

        letters.settle(parcel, List.of(letter));

        assertThat(letters.deadLetters()).containsExactly(letter);
    }
}
