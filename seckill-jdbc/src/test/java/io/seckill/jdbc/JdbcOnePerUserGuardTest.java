package io.seckill.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.Holding;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.spi.OnePerUserGuard;
import io.seckill.spi.OnePerUserGuard.Mark;
import io.seckill.test.contract.OnePerUserGuardContract;
import io.seckill.test.contract.Samples;
import io.seckill.test.contract.Stampede;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Called on two nodes by turns. */
class JdbcOnePerUserGuardTest extends OnePerUserGuardContract {

    private static TwoNodes nodes;

    private final TwoNodes.Pair<OnePerUserGuard> guards = nodes.each(JdbcOnePerUserGuard::new);
    private final SaleId sale = Samples.saleId();

    @BeforeAll
    static void createSchema() {
        nodes = new TwoNodes();
    }

    @AfterAll
    static void dropSchema() {
        nodes.close();
    }

    @Override
    protected OnePerUserGuard guard() {
        return guards.next();
    }

    @Test
    void aStampedeOverAReleasedSlotMarksOnce() {
        Reservation released = Samples.one(sale, Samples.buyer(1));
        guard().tryMark(released, 1);
        guard().unmark(released, ReleaseReason.CANCELLED_BY_BUYER);

        List<Mark> marks = Stampede.of(50, number -> guard().tryMark(Samples.one(sale, Samples.buyer(1)), 1));

        assertThat(marks.stream().filter(Mark.Marked.class::isInstance)).hasSize(1);
    }

    @Test
    void aStampedeOfMarksAndReleasesOfOneBuyerNeverExceedsTheLimit() {
        int limit = 5;

        List<Integer> most = Stampede.of(40, number -> {
            int seen = 0;
            for (int i = 0; i < 10; i++) {
                Reservation wanted = Samples.wish(sale, Samples.buyer(1), 1 + (number + i) % 3);
                boolean marked = guard().tryMark(wanted, limit) instanceof Mark.Marked;
                seen = Math.max(seen, itemsHeld());
                if (marked) {
                    guard().unmark(wanted, ReleaseReason.CANCELLED_BY_BUYER);
                }
            }
            return seen;
        });

        assertThat(most).allMatch(items -> items <= limit);
        assertThat(itemsHeld()).isZero();
    }

    /** Slots of orders instead of slots of items would let this pass. */
    @Test
    void twoThatSawDifferentSlotsFreeDoNotExceedTheLimitTogether() throws Exception {
        Reservation first = Samples.one(sale, Samples.buyer(1));
        guard().tryMark(first, 3);
        guard().tryMark(Samples.one(sale, Samples.buyer(1)), 3);
        try (Blocker elsewhere = new Blocker(nodes.fixture)) {
            elsewhere.execute("INSERT INTO seckill_mark (sale_id, buyer_id, order_id, item, live_slot) VALUES ('" + sale
                    + "', 'buyer-1', 'seen-by-nobody-yet', 1, 3)");
            guard().unmark(first, ReleaseReason.CANCELLED_BY_BUYER);
            CompletableFuture<Mark> two =
                    CompletableFuture.supplyAsync(() -> guard().tryMark(Samples.wish(sale, Samples.buyer(1), 2), 3));
            Blocker.awaitWaiter(nodes.fixture);
            elsewhere.commit();

            assertThat(two.get(30, TimeUnit.SECONDS)).isInstanceOf(Mark.LimitReached.class);
        }
        assertThat(itemsHeld()).isEqualTo(2);
    }

    @Test
    void remembersAReleasedKeyedReservationOfManyItems() {
        Reservation many = new Reservation(
                sale,
                Samples.buyer(1),
                Samples.orderId(),
                1_000,
                Optional.of(Samples.keyed(sale, Samples.buyer(1), "form-1")
                        .requestKey()
                        .orElseThrow()));

        assertThat(guard().tryMark(many, 1_000)).isEqualTo(new Mark.Marked());
        assertThat(guard().unmark(many, ReleaseReason.NO_STOCK)).hasValue(many);

        Holding released = new Holding(many, Optional.of(ReleaseReason.NO_STOCK));
        assertThat(guard().tryMark(Samples.keyed(sale, Samples.buyer(1), "form-1"), 1_000))
                .isEqualTo(new Mark.Known(released));
    }

    @Test
    void whatWasMarkedOutlivesARollbackOfTheCaller() {
        Reservation marked = Samples.one(sale, Samples.buyer(1));

        nodes.caller().executeWithoutResult(status -> {
            assertThat(guards.first().tryMark(marked, 1)).isEqualTo(new Mark.Marked());
            status.setRollbackOnly();
        });

        assertThat(guard().holdings(sale, marked.buyer())).hasSize(1);
    }

    @Test
    void seesWhatOthersMarkedSinceTheTransactionOfTheCallerBegan() {
        Reservation marked = Samples.one(sale, Samples.buyer(1));

        nodes.caller().executeWithoutResult(status -> {
            nodes.fixture.jdbc.queryForList("SELECT * FROM seckill_mark WHERE mark_id = 1");
            guards.second().tryMark(marked, 1);

            assertThat(guards.first().tryMark(Samples.one(sale, marked.buyer()), 1))
                    .isEqualTo(new Mark.LimitReached(List.of(marked)));
        });
    }

    private int itemsHeld() {
        return guard().holdings(sale, Samples.buyer(1)).stream()
                .filter(Holding::live)
                .mapToInt(holding -> holding.reservation().quantity())
                .sum();
    }
}
