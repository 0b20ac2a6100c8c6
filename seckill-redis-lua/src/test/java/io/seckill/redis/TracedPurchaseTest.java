package io.seckill.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.Origin;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.spi.Outbox.DeadLetter;
import io.seckill.spi.Outbox.Parcel;
import io.seckill.test.contract.Samples;
import io.seckill.test.server.LocalRedis;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The trace of a purchase, from the gate into the parcel. */
class TracedPurchaseTest {

    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private final LocalRedis redis = Backend.LETTUCE.server();
    private final RedisKeys keys = new RedisKeys("traced-" + UUID.randomUUID(), 1);
    private final RedisLuaGate gate = new RedisLuaGate(Backend.LETTUCE.driver(), keys);
    private final RedisOutbox outbox = new RedisOutbox(Backend.LETTUCE.driver(), keys);
    private final Sale sale = Samples.openSale(2, 1);

    @Test
    void theTracesOfWhatWasAcceptedTravelWithIt() {
        open();
        Reservation traced = traced(1, TRACE);
        Reservation untraced = one(2);
        Reservation tooLate = traced(3, TRACE);

        assertThat(buy(traced, untraced, tooLate)).isEqualTo(2);

        assertThat(message()).endsWith("t", traced.order() + "=" + TRACE);
        assertThat(outbox.take(0, 10)).flatExtracting(Parcel::reservations).containsExactly(traced, untraced);
    }

    @Test
    void aBatchThatIsNotTracedIsNotAByteLonger() {
        open();

        assertThat(buy(one(1), one(2))).isEqualTo(2);

        assertThat(message()).hasSize(8).doesNotContain("t");
    }

    @Test
    void aTraceOfWhichNothingWasAcceptedIsNotKept() {
        open();

        assertThat(buy(one(1), one(2), traced(3, TRACE))).isEqualTo(2);

        assertThat(message()).doesNotContain("t");
    }

    @Test
    void aMalformedTraceIsNoReasonToFail() {
        open();
        Reservation blank = traced(1, "00-0af 7651");

        assertThat(buy(blank, traced(2, "x".repeat(1_000)))).isEqualTo(2);
        redis.command("XADD", keys.outbox(0), "*", "sale", "s1", "n", "1", "r", "b1 7301", "t", "what = is this");

        assertThat(outbox.take(0, 10))
                .flatExtracting(Parcel::reservations)
                .extracting(reservation -> reservation.origin())
                .containsExactly(Origin.FIRST, Origin.FIRST, Origin.FIRST);
    }

    @Test
    void aDeadLetterIsPutBackWithoutItsTrace() {
        open();
        Reservation traced = traced(1, TRACE);
        assertThat(buy(traced)).isEqualTo(1);
        outbox.settle(outbox.take(0, 1).get(0), List.of(new DeadLetter(traced, 8, "e", "e")));

        assertThat(outbox.putBack(outbox.page(Optional.empty(), 1).get(0).id())).isTrue();

        assertThat(outbox.take(0, 1).get(0).reservations()).containsExactly(traced.from(Origin.FIRST));
    }

    private void open() {
        new RedisLuaSaleRegistry(Backend.LETTUCE.driver(), keys).open(sale);
    }

    private long buy(Reservation... wanted) {
        return gate.admit(sale.id(), List.of(wanted)).toCompletableFuture().join().stream()
                .filter(Accepted.class::isInstance)
                .count();
    }

    private Reservation one(int buyer) {
        return Samples.one(sale.id(), Samples.buyer(buyer));
    }

    private Reservation traced(int buyer, String trace) {
        return one(buyer).from(new Origin(0, Optional.of(trace)));
    }

    private List<String> message() {
        List<?> first = (List<?>) ((List<?>) redis.command("XRANGE", keys.outbox(0), "-", "+")).get(0);
        return ((List<?>) first.get(1)).stream().map(String::valueOf).toList();
    }
}
