package io.seckill.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.seckill.SeckillUnavailableException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TimeSortedOrderIdsTest {

    private static final long START = 1_900_000_000_000L;
    private static final int PER_MS = 4_096;

    private final Script lease = new Script(7, START, START + 1_000);
    private final TimeSortedOrderIds ids = new TimeSortedOrderIds(lease);

    @Test
    void anIdCarriesTheMillisecondAndTheNode() {
        lease.now = START + 5;

        long id = next();

        assertThat(stamp(id)).isEqualTo(START + 5);
        assertThat(id >> 12 & 1023).isEqualTo(7);
    }

    @Test
    void idsOfOneMillisecondAreDistinctAndUseItUp() {
        Set<Long> made = new HashSet<>();
        for (int i = 0; i < PER_MS; i++) {
            made.add(next());
        }

        assertThat(made).hasSize(PER_MS).allMatch(id -> stamp(id) == START);
    }

    @Test
    void aMillisecondUsedUpGoesOnInTheNextOne() {
        for (int i = 0; i < PER_MS; i++) {
            next();
        }

        assertThat(stamp(next())).isEqualTo(START + 1);
    }

    @Test
    void stampsDoNotStepBackWithTheClock() {
        lease.now = START + 10;
        next();
        lease.now = START + 3;

        assertThat(stamp(next())).isEqualTo(START + 10);
    }

    @Test
    void stampsNothingBeforeTheGrantBegins() {
        lease.grant = new NodeLease.Grant(7, START + 500, START + 1_000);

        assertThat(stamp(next())).isEqualTo(START + 500);
    }

    @Test
    void refusesFromTheEndOfTheGrantOnAndRecoversWithTheNextOne() {
        lease.now = START + 999;
        assertThat(stamp(next())).isEqualTo(START + 999);
        lease.now = START + 1_000;

        assertThatExceptionOfType(SeckillUnavailableException.class)
                .isThrownBy(ids::next)
                .withMessageContaining("node number 7 is leased until")
                .matches(SeckillUnavailableException::outcomeKnown);

        lease.grant = new NodeLease.Grant(9, START + 1_000, START + 2_000);
        long id = next();
        assertThat(stamp(id)).isEqualTo(START + 1_000);
        assertThat(id >> 12 & 1023).isEqualTo(9);
    }

    @Test
    void refusesRatherThanRunningAheadOutOfTheGrant() {
        lease.grant = new NodeLease.Grant(7, START, START + 2);
        Set<Long> made = new HashSet<>();
        for (int i = 0; i < 2 * PER_MS; i++) {
            made.add(next());
        }

        assertThatExceptionOfType(SeckillUnavailableException.class).isThrownBy(ids::next);
        assertThat(made).hasSize(2 * PER_MS);
    }

    @Test
    void makesNothingWithoutAGrantEvenIfTheClockStandsAtZero() {
        NodeLease none = new NodeLease() {
            @Override
            public Grant current() {
                throw SeckillUnavailableException.nothingChanged("no number yet", null);
            }

            @Override
            public long nowMs() {
                return 0;
            }
        };

        assertThatExceptionOfType(SeckillUnavailableException.class).isThrownBy(new TimeSortedOrderIds(none)::next);
    }

    @Test
    void nodesDoNotMeet() {
        Set<Long> made = new HashSet<>();
        for (int node = 0; node < NodeLease.NUMBERS; node++) {
            TimeSortedOrderIds its = new TimeSortedOrderIds(new Script(node, START, START + 1_000));
            for (int i = 0; i < 20; i++) {
                made.add(Long.parseLong(its.next().value()));
            }
        }

        assertThat(made).hasSize(NodeLease.NUMBERS * 20);
    }

    @Test
    void neitherTheFirstIdOfAMillisecondNorTheDistanceOfTwoIsAlwaysTheSame() {
        Set<Long> firsts = new HashSet<>();
        Set<Long> distances = new HashSet<>();
        for (int ms = 0; ms < 200; ms++) {
            lease.now = START + ms;
            long first = next();
            firsts.add(first & PER_MS - 1);
            distances.add(next() - first);
        }

        assertThat(firsts).hasSizeGreaterThan(100);
        assertThat(distances).hasSizeGreaterThan(100);
    }

    @Test
    void leasesOfOneJvmHaveDifferentNumbers() {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < NodeLease.NUMBERS; i++) {
            numbers.add(new LocalNodeLease().current().number());
        }

        assertThat(numbers).doesNotHaveDuplicates();
    }

    private long next() {
        return Long.parseLong(ids.next().value());
    }

    private static long stamp(long id) {
        return (id >> 22) + TimeSortedOrderIds.EPOCH_MS;
    }

    private static final class Script implements NodeLease {

        Grant grant;
        long now;

        Script(int number, long from, long until) {
            grant = new Grant(number, from, until);
            now = from;
        }

        @Override
        public Grant current() {
            return grant;
        }

        @Override
        public long nowMs() {
            return now;
        }
    }
}
