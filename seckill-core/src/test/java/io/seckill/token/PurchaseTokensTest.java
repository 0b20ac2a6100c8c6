package io.seckill.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.seckill.BuyerId;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.token.TokenCheck.Expired;
import io.seckill.token.TokenCheck.Foreign;
import io.seckill.token.TokenCheck.NotYet;
import io.seckill.token.TokenCheck.Valid;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PurchaseTokensTest {

    private static final Instant OPENS = Instant.parse("2026-11-11T00:00:00Z");
    private static final Instant CLOSES = Instant.parse("2026-11-12T00:00:00Z");
    private static final Duration LEAD = Duration.ofMinutes(5);
    private static final Sale SALE = new Sale(new SaleId("coupon-8"), 100, 1, OPENS, CLOSES);
    private static final BuyerId ALICE = new BuyerId("alice");
    private static final TokenKey OLD = key("2026-10", "an old secret of enough bytes, really");
    private static final TokenKey NEW = key("2026-11", "a new secret of enough bytes, really!");

    @Test
    void isValidFromShortlyBeforeTheSaleOpensUntilItCloses() {
        String token = tokens(OPENS, OLD).issue(SALE, ALICE);
        Instant from = OPENS.minus(LEAD);

        assertThat(check(from.minusMillis(1), token)).isEqualTo(new NotYet(from));
        assertThat(check(from, token)).isEqualTo(new Valid(CLOSES));
        assertThat(check(CLOSES.minusMillis(1), token)).isEqualTo(new Valid(CLOSES));
        assertThat(check(CLOSES, token)).isEqualTo(new Expired(CLOSES));
    }

    @Test
    void isOfNoUseToAnotherBuyerOrInAnotherSale() {
        PurchaseTokens tokens = tokens(OPENS, OLD);
        String token = tokens.issue(SALE, ALICE);

        assertThat(tokens.check(token, SALE.id(), new BuyerId("bob"))).isInstanceOf(Foreign.class);
        assertThat(tokens.check(token, new SaleId("coupon-9"), ALICE)).isInstanceOf(Foreign.class);
    }

    @Test
    void aSaleAndABuyerWhoseNamesJoinToTheSameTextAreNotTheSame() {
        Sale sale = new Sale(new SaleId("ab"), 100, 1, OPENS, CLOSES);
        PurchaseTokens tokens = tokens(OPENS, OLD);
        String token = tokens.issue(sale, new BuyerId("c"));

        assertThat(tokens.check(token, new SaleId("a"), new BuyerId("bc"))).isInstanceOf(Foreign.class);
    }

    @Test
    void noBitOfItCanBeChanged() {
        byte[] token = Base64.getUrlDecoder().decode(tokens(OPENS, OLD).issue(SALE, ALICE));

        for (int bit = 0; bit < token.length * 8; bit++) {
            byte[] forged = token.clone();
            forged[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(check(OPENS, encoded(forged))).as("bit %d", bit).isInstanceOf(Foreign.class);
        }
    }

    @Test
    void noCharacterOfItCanBeChangedAddedOrLeftOut() {
        String token = tokens(OPENS, OLD).issue(SALE, ALICE);

        for (int i = 0; i < token.length(); i++) {
            for (char c : "AbZ09-_=+/ \n".toCharArray()) {
                if (token.charAt(i) != c) {
                    String changed = token.substring(0, i) + c + token.substring(i + 1);
                    assertThat(check(OPENS, changed)).as(changed).isInstanceOf(Foreign.class);
                }
                String longer = token.substring(0, i) + c + token.substring(i);
                assertThat(check(OPENS, longer)).as(longer).isInstanceOf(Foreign.class);
            }
            assertThat(check(OPENS, token.substring(0, i))).isInstanceOf(Foreign.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "ä", "not a token", "AQ", "AQEx", "====", "{}"})
    void anyOtherTextIsForeign(String text) {
        assertThat(check(OPENS, text)).isInstanceOf(Foreign.class);
    }

    @Test
    void theFirstKeySignsAndAllVerify() {
        String ofOld = tokens(OPENS, OLD).issue(SALE, ALICE);
        String ofNew = tokens(OPENS, NEW, OLD).issue(SALE, ALICE);

        assertThat(tokens(OPENS, NEW, OLD).check(ofOld, SALE.id(), ALICE)).isInstanceOf(Valid.class);
        assertThat(tokens(OPENS, OLD, NEW).check(ofNew, SALE.id(), ALICE)).isInstanceOf(Valid.class);
        assertThat(tokens(OPENS, NEW).check(ofNew, SALE.id(), ALICE)).isInstanceOf(Valid.class);
        assertThat(tokens(OPENS, NEW).check(ofOld, SALE.id(), ALICE)).isInstanceOf(Foreign.class);
    }

    @Test
    void aKeyOfTheSameNameWithAnotherSecretIsAnotherKey() {
        String token = tokens(OPENS, OLD).issue(SALE, ALICE);

        assertThat(tokens(OPENS, key("2026-10", "somebody else's secret, long enough"))
                        .check(token, SALE.id(), ALICE))
                .isInstanceOf(Foreign.class);
    }

    @Test
    void fitsIntoAHeaderOrUrl() {
        TokenKey longest = key("x".repeat(16), "a secret of enough bytes, certainly so");

        assertThat(tokens(OPENS, longest).issue(SALE, ALICE)).matches("[A-Za-z0-9_-]{1,88}");
    }

    @Test
    void refusesKeysThatAreTooShortAndNeverShowsThem() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> key("k1", "hunter2"))
                .withMessageContaining("'k1' must have at least 32 bytes, but has 7")
                .withMessageNotContaining("hunter2");
        assertThat(OLD).hasToString("TokenKey[2026-10]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> key("a key", "a secret of enough bytes, certainly so"))
                .withMessageContaining("'a key'");
    }

    @Test
    void refusesKeysThatCannotBeToldApartAndNoKeysAtAll() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tokens(OPENS, OLD, OLD))
                .withMessageContaining("'2026-10'");
        assertThatIllegalArgumentException().isThrownBy(() -> tokens(OPENS));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PurchaseTokens(List.of(OLD), Duration.ofSeconds(-1), Clock.systemUTC()))
                .withMessageContaining("PT-1S");
    }

    private static TokenCheck check(Instant now, String token) {
        return tokens(now, OLD).check(token, SALE.id(), ALICE);
    }

    private static PurchaseTokens tokens(Instant now, TokenKey... keys) {
        return new PurchaseTokens(List.of(keys), LEAD, Clock.fixed(now, ZoneOffset.UTC));
    }

    private static TokenKey key(String id, String secret) {
        return new TokenKey(id, secret.getBytes(StandardCharsets.UTF_8));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
