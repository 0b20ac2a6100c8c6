package io.seckill.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.OrderId;
import io.seckill.ReleaseReason;
import io.seckill.RequestKey;
import io.seckill.Reservation;
import io.seckill.SaleId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntryTest {

    private final SaleId sale = new SaleId("coupon-8");
    private final BuyerId alice = new BuyerId("alice");

    @Test
    void writesTheOrderIdAloneForOneItemWithoutARequestKey() {
        assertThat(Entry.of(Reservation.of(sale, alice, new OrderId("7301"), 1)))
                .isEqualTo("7301");
    }

    @ParameterizedTest
    @CsvSource({
        "7301, 1, , , false",
        "7301*3, 3, , , false",
        "7301=form-17, 1, form-17, , false",
        "7301*3=form-17, 3, form-17, , false",
        "7301+, 1, , , true",
        "7301*3=form-17+, 3, form-17, , true",
        "7301+!cancelled, 1, , cancelled, true",
        "7302!cancelled, 1, , cancelled, false",
        "541239876543210987*1000=a:b.c_d!no-stock, 1000, a:b.c_d, no-stock, false"
    })
    void readsWhatItWrote(String entry, int quantity, String key, String reason, boolean paid) {
        Holding holding = Entry.parse(sale, alice, entry);

        assertThat(holding.reservation().order().value()).isEqualTo(entry.replaceAll("[*=+!].*", ""));
        assertThat(holding.reservation().quantity()).isEqualTo(quantity);
        assertThat(holding.reservation().requestKey())
                .isEqualTo(Optional.ofNullable(key).map(RequestKey::new));
        assertThat(holding.released()).isEqualTo(Optional.ofNullable(reason).map(ReleaseReason::new));
        assertThat(holding.paid()).isEqualTo(paid);
        assertThat(Entry.of(holding)).isEqualTo(entry);
    }

    @Test
    void readsSeveralInOrder() {
        List<Holding> holdings = Entry.parseAll(sale, alice, "7301*3=form-17,7302!cancelled");

        assertThat(holdings)
                .extracting(holding -> holding.reservation().order().value())
                .containsExactly("7301", "7302");
        assertThat(Entry.ofAll(holdings)).isEqualTo("7301*3=form-17,7302!cancelled");
        assertThat(Entry.parseAll(sale, alice, "")).isEmpty();
    }

    @Test
    void refusesWhatIsNoEntry() {
        assertThatIllegalArgumentException().isThrownBy(() -> Entry.parse(sale, alice, "7301*x"));
        assertThatIllegalArgumentException().isThrownBy(() -> Entry.parse(sale, alice, "*3"));
        assertThatIllegalArgumentException().isThrownBy(() -> Entry.parse(sale, alice, "7301 7302"));
    }
}
