package io.seckill.test.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.DeadLetter;
import io.seckill.Origin;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.spi.DeadLetterBox;
import io.seckill.spi.Outbox;
import io.seckill.spi.Outbox.Parcel;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What every outbox promises whose dead letters can be decided about.
 *
 * @since 0.1
 */
public abstract class DeadLetterBoxContract extends OutboxContract {

    private static final Duration LONG = Duration.ofMinutes(10);

    private final SaleId mine = Samples.saleId();

    @Test
    void tellsAllThatIsKnownOfADeadLetter() {
        Reservation poison = new Reservation(
                        mine,
                        Samples.buyer(7),
                        Samples.orderId(),
                        2,
                        Samples.keyed(mine, Samples.buyer(7), "form-17").requestKey())
                .from(new Origin(3, Optional.empty()));
        bury(poison);

        DeadLetter letter = letters().get(0);

        assertThat(letter.reservation()).hasValue(poison);
        assertThat(letter.attempts()).isEqualTo(8);
        assertThat(letter.firstError()).isEqualTo("first error");
        assertThat(letter.lastError()).isEqualTo("last error, with 'quotes' and \n a line");
        assertThat(letter.when())
                .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
        assertThat(box().find(letter.id())).hasValue(letter);
        assertThat(box().holdsDead(mine)).isTrue();
        assertThat(box().holdsDead(Samples.saleId())).isFalse();
    }

    @Test
    void knowsNothingOfALetterThatNeverWas() {
        for (String id : List.of("0-1-1", "0-1", "999-1-1", "nonsense", "")) {
            assertThat(box().find(id)).isEmpty();
            assertThat(box().putBack(id)).isFalse();
            assertThat(box().remove(id)).isFalse();
        }
        assertThat(box().holdsDead(mine)).isFalse();
        assertThat(letters()).isEmpty();
    }

    @Test
    void handsOutLettersPageByPage() {
        List<Reservation> poisons = IntStream.range(0, 25)
                .mapToObj(number -> Samples.one(number % 2 == 0 ? mine : Samples.saleId(), Samples.buyer(number)))
                .toList();
        poisons.forEach(this::bury);
        List<DeadLetter> all = new ArrayList<>();

        List<DeadLetter> page = box().page(Optional.empty(), 10);
        while (!page.isEmpty()) {
            assertThat(page).hasSizeLessThanOrEqualTo(10);
            all.addAll(page);
            page = box().page(Optional.of(page.get(page.size() - 1).id()), 10);
        }

        assertThat(all)
                .extracting(letter -> letter.reservation().orElseThrow())
                .containsExactlyInAnyOrderElementsOf(poisons);
        assertThat(all).extracting(DeadLetter::id).doesNotHaveDuplicates();
    }

    @Test
    void putsALetterBackOnceAsItWas() {
        Reservation poison = Samples.keyed(mine, Samples.buyer(1), "form-1").from(new Origin(2, Optional.empty()));
        bury(poison);
        String id = letters().get(0).id();

        assertThat(box().putBack(id)).isTrue();
        assertThat(box().putBack(id)).isFalse();
        assertThat(box().remove(id)).isFalse();

        assertThat(letters()).isEmpty();
        assertThat(node(LONG).holds(mine)).isTrue();
        List<Parcel> parcels = take();
        assertThat(parcels).singleElement().satisfies(parcel -> {
            assertThat(parcel.reservations()).containsExactly(poison);
            assertThat(parcel.attempts()).isEqualTo(1);
        });
        assertThat(box().holdsDead(mine)).isFalse();
    }

    @Test
    void takesALetterOutOnce() {
        bury(Samples.one(mine, Samples.buyer(1)));
        String id = letters().get(0).id();

        assertThat(box().remove(id)).isTrue();
        assertThat(box().remove(id)).isFalse();
        assertThat(box().putBack(id)).isFalse();

        assertThat(letters()).isEmpty();
        assertThat(take()).isEmpty();
    }

    @Test
    void tellsWhetherASaleHasParcels() {
        Outbox outbox = node(LONG);
        assertThat(outbox.holds(mine)).isFalse();
        outbox.append(mine, List.of(Samples.one(mine, Samples.buyer(1))));
        SaleId other = Samples.saleId();

        assertThat(outbox.holds(mine)).isTrue();
        assertThat(outbox.holds(other)).isFalse();
        List<Parcel> taken = take();
        assertThat(outbox.holds(mine)).isTrue();
        outbox.settle(taken);
        assertThat(outbox.holds(mine)).isFalse();
    }

    @Test
    void findsTheOneParcelOfASaleAmongThousands() {
        Outbox outbox = node(LONG);
        for (int i = 0; i < 2_500; i++) {
            SaleId other = new SaleId(mine.value().substring(0, 20) + i);
            outbox.append(other, List.of(Samples.one(other, Samples.buyer(1))));
        }
        assertThat(outbox.holds(mine)).isFalse();

        outbox.append(mine, List.of(Samples.one(mine, Samples.buyer(1))));

        assertThat(outbox.holds(mine)).isTrue();
    }

    @Test
    void aStampedeEndsALetterOnce() {
        bury(Samples.one(mine, Samples.buyer(1)));
        String id = letters().get(0).id();

        List<Boolean> ended = Stampede.of(50, number -> number % 2 == 0 ? box().putBack(id) : box().remove(id));

        assertThat(ended.stream().filter(Boolean::booleanValue)).hasSize(1);
        assertThat(letters()).isEmpty();
        assertThat(take()).hasSizeLessThanOrEqualTo(1);
    }

    private void bury(Reservation poison) {
        Outbox outbox = node(LONG);
        outbox.append(poison.sale(), List.of(poison));
        Parcel parcel = take().get(0);
        outbox.settle(
                parcel,
                List.of(new Outbox.DeadLetter(poison, 8, "first error", "last error, with 'quotes' and \n a line")));
    }

    private DeadLetterBox box() {
        return (DeadLetterBox) node(LONG);
    }

    private List<DeadLetter> letters() {
        return box().page(Optional.empty(), 1_000);
    }

    private List<Parcel> take() {
        Outbox outbox = node(LONG);
        return IntStream.range(0, outbox.partitions())
                .boxed()
                .flatMap(partition -> outbox.take(partition, 1_000).stream())
                .toList();
    }
}
