package io.seckill.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.SeckillUnavailableException;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.spi.Outbox.DeadLetter;
import io.seckill.spi.Outbox.Parcel;
import io.seckill.test.contract.Samples;
import io.seckill.test.server.LocalRedis;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What happens to the outbox when Redis, an operator or another program does something to it. */
class RedisOutboxTroubleTest {

    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final LocalRedis redis = Backend.LETTUCE.server();
    private final RedisKeys keys = new RedisKeys("trouble-" + UUID.randomUUID(), 1);
    private final RedisOutbox outbox = node();
    private final SaleId sale = Samples.saleId();

    @Test
    void messagesThatAreNoParcelsGoToTheDeadLettersAsTheyAre() {
        redis.command("XADD", keys.outbox(0), "*", "left", "by", "another", "program");
        redis.command("XADD", keys.outbox(0), "*", "sale", "no blanks allowed", "n", "1", "r", "b1 7301");
        redis.command("XADD", keys.outbox(0), "*", "sale", "s1", "n", "x", "r", "b1 7301 b2");
        redis.command("XADD", keys.outbox(0), "*", "sale", "s1", "r", "b1 7301*many");
        Reservation good = append();

        List<Parcel> taken = outbox.take(0, 100);

        assertThat(taken).hasSize(1);
        assertThat(taken.get(0).reservations()).containsExactly(good);
        Awaitility.await().atMost(PATIENCE).until(() -> outbox.backlog(0).dead() == 4);
        assertThat(outbox.backlog(0).parcels()).isEqualTo(1);
        assertThat(deadLetters().get(0))
                .contains("reason", "malformed", "attempts", "1", "left", "by", "another", "program");
        assertThat(deadLetters().get(1)).contains("sale", "no blanks allowed", "r", "b1 7301");
        assertThat(deadLetters().get(2)).anyMatch(text -> text.contains("odd number of words"));
    }

    @Test
    void aDeadLetterTellsAllThatIsKnown() {
        Reservation poison = Samples.keyed(sale, Samples.buyer(7), "form-17");
        outbox.append(sale, List.of(poison));
        Parcel parcel = outbox.take(0, 1).get(0);

        outbox.settle(parcel, List.of(new DeadLetter(poison, 8, "first error", "x".repeat(2_000))));

        assertThat(deadLetters().get(0))
                .containsExactly(
                        "reason",
                        "attempts-used-up",
                        "parcel",
                        parcel.id(),
                        "sale",
                        sale.value(),
                        "epoch",
                        "0",
                        "buyer",
                        "buyer-7",
                        "entry",
                        poison.order() + "=form-17",
                        "attempts",
                        "8",
                        "first-error",
                        "first error",
                        "last-error",
                        "x".repeat(500) + "...");
    }

    @Test
    void aNodeDoesNotKeepOrHandBackWhatAnotherHasTakenOver() {
        append();
        Parcel parcel = outbox.take(0, 1).get(0);
        outbox.handBack(List.of(parcel));
        RedisOutbox other = node();
        assertThat(other.take(0, 1)).hasSize(1);

        outbox.keep(List.of(parcel));
        outbox.handBack(List.of(parcel));

        assertThat(node().take(0, 1)).isEmpty();
    }

    @Test
    void aLostGroupIsMadeAgainAndNothingIsLostWithIt() {
        Reservation reservation = append();
        Parcel parcel = outbox.take(0, 1).get(0);
        redis.command("XGROUP", "DESTROY", keys.outbox(0), RedisOutbox.GROUP);

        outbox.keep(List.of(parcel));
        outbox.handBack(List.of(parcel));
        outbox.settle(List.of(parcel));
        assertThat(outbox.backlog(0).taken()).isZero();

        assertThat(outbox.take(0, 1)).extracting(Parcel::reservations).containsExactly(List.of(reservation));
    }

    @Test
    void anEmptiedRedisIsAnEmptyOutbox() {
        append();
        Parcel parcel = outbox.take(0, 1).get(0);
        redis.command("DEL", keys.outbox(0));

        outbox.keep(List.of(parcel));
        outbox.handBack(List.of(parcel));
        outbox.settle(List.of(parcel));
        outbox.settle(parcel, List.of(new DeadLetter(parcel.reservations().get(0), 1, "", "")));

        assertThat(outbox.backlog(0).parcels()).isZero();
        assertThat(outbox.backlog(0).dead()).isZero();
        assertThat(outbox.take(0, 1)).isEmpty();
        append();
        assertThat(outbox.take(0, 1)).hasSize(1);
    }

    @Test
    void aParcelThatSomebodyDeletedIsForgotten() {
        append();
        Parcel parcel = outbox.take(0, 1).get(0);
        outbox.handBack(List.of(parcel));
        redis.command("XDEL", keys.outbox(0), parcel.id());

        assertThat(outbox.take(0, 1)).isEmpty();
        assertThat(outbox.backlog(0).taken()).isZero();
    }

    @Test
    void aNodeThatIsGoneAndHasNothingIsForgotten() {
        append();
        RedisOutbox gone = node();
        gone.settle(gone.take(0, 1));
        append();
        RedisOutbox goneToo = node();
        assertThat(goneToo.take(0, 1)).hasSize(1);
        List<String> before = consumers();
        assertThat(before).hasSize(2);

        RedisOutbox tidy = new RedisOutbox(Backend.LETTUCE.driver(), keys, LONG, Duration.ofMillis(1));
        Awaitility.await().atMost(PATIENCE).pollDelay(Duration.ofMillis(5)).until(() -> true);
        tidy.take(0, 1);

        assertThat(before).filteredOn(consumers()::contains).hasSize(1);
        assertThat(outbox.backlog(0).taken()).isEqualTo(1);
    }

    @Test
    void keysOfAnotherTypeChangeNothing() {
        Reservation reservation = append();
        Parcel parcel = outbox.take(0, 1).get(0);
        redis.command("SET", keys.dead(0), "planted");
        assertRefused(() -> outbox.settle(parcel, List.of(new DeadLetter(reservation, 8, "e", "e"))));
        redis.command("DEL", keys.dead(0));
        assertThat(outbox.backlog(0).parcels()).isEqualTo(1);
        assertThat(outbox.backlog(0).taken()).isEqualTo(1);

        redis.command("SET", keys.outbox(0), "planted");
        assertRefused(() -> outbox.take(0, 1));
        assertRefused(() -> outbox.append(sale, List.of(reservation)));
        assertRefused(() -> outbox.settle(List.of(parcel)));
        assertRefused(() -> outbox.keep(List.of(parcel)));
        assertRefused(() -> outbox.handBack(List.of(parcel)));
        assertThat(redis.command("GET", keys.outbox(0))).isEqualTo("planted");
    }

    @Test
    void aDeadLetterIsKeptEvenIfRedisIsOutOfMemory() {
        try (LocalRedis small = LocalRedis.start();
                RedisDriver driver = Backend.lettuce(small)) {
            RedisOutbox its = new RedisOutbox(driver, keys, LONG);
            Reservation poison = Samples.one(sale, Samples.buyer(1));
            its.append(sale, List.of(poison));
            Parcel parcel = its.take(0, 1).get(0);
            small.command("CONFIG", "SET", "maxmemory", "1");
            assertRefused(() -> its.append(sale, List.of(poison)));

            its.settle(parcel, List.of(new DeadLetter(poison, 8, "e", "e")));

            assertThat(its.backlog(0).dead()).isEqualTo(1);
            assertThat(its.backlog(0).parcels()).isZero();
        }
    }

    private RedisOutbox node() {
        return new RedisOutbox(Backend.LETTUCE.driver(), keys, LONG);
    }

    private Reservation append() {
        Reservation reservation = Samples.one(sale, Samples.buyer(1));
        outbox.append(sale, List.of(reservation));
        return reservation;
    }

    private List<String> consumers() {
        return ((List<?>) redis.command("XINFO", "CONSUMERS", keys.outbox(0), RedisOutbox.GROUP))
                .stream()
                        .map(consumer -> String.valueOf(((List<?>) consumer).get(1)))
                        .toList();
    }

    private List<List<String>> deadLetters() {
        return ((List<?>) redis.command("XRANGE", keys.dead(0), "-", "+"))
                .stream()
                        .map(message -> ((List<?>) ((List<?>) message).get(1))
                                .stream().map(String::valueOf).toList())
                        .toList();
    }

    private static void assertRefused(Runnable call) {
        assertThatExceptionOfType(SeckillUnavailableException.class)
                .isThrownBy(call::run)
                .matches(SeckillUnavailableException::outcomeKnown);
    }
}
