package io.seckill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {

    private static final Instant OPENS = Instant.parse("2026-11-11T00:00:00Z");
    private static final Instant CLOSES = Instant.parse("2026-11-12T00:00:00Z");
    private static final SaleId SALE = new SaleId("coupon-8");

    @ParameterizedTest
    @ValueSource(strings = {"a", "Az-09_.:", "541239876543210987"})
    void takesIdsOfTheAllowedCharacters(String id) {
        assertThat(new SaleId(id)).hasToString(id);
        assertThat(new BuyerId(id)).hasToString(id);
        assertThat(new OrderId(id)).hasToString(id);
        assertThat(new RequestKey(id)).hasToString(id);
        assertThat(new ClientAddress(id)).hasToString(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a,b", "a!b", "a*b", "a=b", "{a}", "a/b", "ä", "秒", "a\n", "\uD83D\uDE00"})
    void refusesIdsWithOtherCharactersAndNamesThem(String id) {
        assertThatIllegalArgumentException().isThrownBy(() -> new BuyerId(id)).withMessageContaining("'" + id + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {".", ".."})
    void refusesIdsThatAreAFolderInAUrl(String id) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SaleId(id))
                .withMessage("sale id may hold letters, digits and dots, but '" + id + "' alone is a folder in a URL");
        assertThatIllegalArgumentException().isThrownBy(() -> new OrderId(id)).withMessageContaining("'" + id + "'");
        assertThatIllegalArgumentException().isThrownBy(() -> new BuyerId(id)).withMessageContaining("'" + id + "'");
        assertThat(new SaleId("..." + id)).hasToString("..." + id);
    }

    @Test
    void refusesIdsThatAreEmptyOrTooLong() {
        assertThat(new SaleId("x".repeat(64)).value()).hasSize(64);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SaleId("x".repeat(65)))
                .withMessageContaining("65");
        assertThatIllegalArgumentException().isThrownBy(() -> new SaleId("")).withMessageContaining("1 to 64");
    }

    @Test
    void refusesSalesThatMakeNoSenseAndNamesTheValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Sale(SALE, 0, 1, OPENS, CLOSES))
                .withMessageContaining("total must be 1 to 1000000000, but sale coupon-8 has 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Sale(SALE, 1, 1_001, OPENS, CLOSES))
                .withMessageContaining("1001");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Sale(SALE, 1, 1, CLOSES, OPENS))
                .withMessageContaining("must open before it closes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Sale(SALE, 1, 1, OPENS, Instant.MAX))
                .withMessageContaining("closes must be from 1970");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Sale(SALE, 1, 1, Instant.MIN, CLOSES))
                .withMessageContaining("opens must be from 1970");
    }

    @Test
    void keepsTheWindowToTheMillisecond() {
        Sale sale = new Sale(SALE, 1, 1, OPENS.plusNanos(1_999_999), CLOSES);

        assertThat(sale.opens()).isEqualTo(OPENS.plusMillis(1));
    }

    @Test
    void refusesQuantitiesThatMakeNoSense() {
        PurchaseRequest one = PurchaseRequest.of("coupon-8", "alice");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> one.withQuantity(0))
                .withMessageContaining("but was 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> one.withQuantity(-3))
                .withMessageContaining("-3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> one.withQuantity(1_001))
                .withMessageContaining("1001");
    }

    @Test
    void saysInWordsWhatDiffersBetweenTwoDefinitions() {
        Sale sale = new Sale(SALE, 100, 1, OPENS, CLOSES);
        Sale other = new Sale(SALE, 200, 1, OPENS, CLOSES.plusSeconds(1));

        assertThat(new Opening.Different(other, sale).difference())
                .isEqualTo("total is 100, not 200; closes is 2026-11-12T00:00:00Z, not 2026-11-12T00:00:01Z");
    }
}
