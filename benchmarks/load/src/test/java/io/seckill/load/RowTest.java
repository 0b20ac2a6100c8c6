package io.seckill.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowTest {

    @Test
    void quantilesAreThoseOfAllRounds() {
        Row row = row(round(10, 10, 10, 1, 2, 3), round(10, 10, 10, 4));

        assertThat(row.p50Millis()).isEqualTo(2);
        assertThat(row.p99Millis()).isEqualTo(4);
        assertThat(row.purchases()).isEqualTo(4);
        assertThat(row.requestsPerSecond()).isEqualTo(2);
    }

    @Test
    void moreOrdersThanStockAreOversold() {
        Row row = row(round(10, 12, 12, 1));

        assertThat(row.oversold()).isEqualTo(2);
        assertThat(row.right()).isFalse();
    }

    @Test
    void moreOrdersThanBuyersAreDuplicates() {
        Row row = row(round(10, 10, 9, 1));

        assertThat(row.duplicates()).isEqualTo(1);
        assertThat(row.right()).isFalse();
    }

    @Test
    void anAcceptedPurchaseWithoutARowIsLost() {
        Row row = row(round(10, 0, 0, 1));

        assertThat(row.lost()).isEqualTo(1);
        assertThat(row.right()).isFalse();
    }

    @Test
    void anAnswerThatIsNeitherYesNorNoIsAnError() {
        Tally tally = new Tally(1);
        tally.answered("503", 1);

        Row row = row(new Round(tally.ran(0, 1), 1, 0, 0, 0, 0));

        assertThat(row.errorKinds()).containsEntry("status 503", 1);
        assertThat(row.right()).isFalse();
    }

    private static Row row(Round... rounds) {
        return Row.of(Course.RUSH, 1, Kind.SAMPLE, List.of(rounds));
    }

    /** A round of a second. */
    private static Round round(int stock, long orders, long buyers, long... acceptedAfterMillis) {
        Tally tally = new Tally(acceptedAfterMillis.length);
        for (long millis : acceptedAfterMillis) {
            tally.answered("202", Duration.ofMillis(millis).toNanos());
        }
        return new Round(tally.ran(0, Duration.ofSeconds(1).toNanos()), stock, orders, buyers, 1, 0);
    }
}
