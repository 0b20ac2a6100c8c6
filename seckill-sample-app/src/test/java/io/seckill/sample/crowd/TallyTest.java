package io.seckill.sample.crowd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TallyTest {

    private final Tally tally = new Tally(1_000);

    @Test
    void answersAreCountedByWhatTheySay() {
        tally.answer(202, "{\"orderId\":\"1\"}", 1);
        tally.answer(409, "{\"status\":409,\"reason\":\"SOLD_OUT\",\"orderIds\":[]}", 1);
        tally.answer(409, "{\"reason\":\"SOLD_OUT\"}", 1);
        tally.answer(429, "{\"reason\":\"BUSY\"}", 1);
        tally.answer(404, "not found", 1);
        tally.answer(503, "{\"detail\":\"no answer\"}", 1);
        tally.error("ConnectException");

        assertThat(tally.accepted()).isEqualTo(1);
        assertThat(tally.rejected()).containsOnly(entry("SOLD_OUT", 2), entry("BUSY", 1), entry("HTTP 404", 1));
        assertThat(tally.errors()).containsOnly(entry("HTTP 503", 1), entry("ConnectException", 1));
        assertThat(tally.answered()).isEqualTo(5);
    }

    @Test
    void percentilesAreThoseOfTheAnswers() {
        for (int millis = 200; millis >= 1; millis--) {
            tally.answer(202, "", TimeUnit.MILLISECONDS.toNanos(millis));
        }

        assertThat(tally.within(0.5, 0.99, 1)).containsExactly(100, 198, 200);
    }

    @Test
    void withoutAnAnswerThereIsNoTime() {
        assertThat(tally.within(0.5, 0.99)).containsExactly(0, 0);
    }
}
