package io.seckill.spring.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.BuyerId;
import io.seckill.Sale;
import io.seckill.spring.Contexts;
import io.seckill.spring.internal.SeckillStartupException;
import io.seckill.test.contract.Samples;
import io.seckill.token.PurchaseTokens;
import io.seckill.token.TokenCheck.Valid;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class SeckillTokenAutoConfigurationTest {

    private static final String SECRET = "a secret of enough bytes, certainly so";

    private final ApplicationContextRunner without = Contexts.inMemory().withUserConfiguration(Contexts.Sink.class);
    private final ApplicationContextRunner with =
            without.withPropertyValues("seckill.token.keys[0].id=k1", "seckill.token.keys[0].secret=" + SECRET);

    @Test
    void issuesTokens() {
        with.run(context -> {
            PurchaseTokens tokens = context.getBean(PurchaseTokens.class);
            Sale sale = Samples.openSale(1, 1);
            BuyerId buyer = Samples.buyer(1);

            assertThat(tokens.check(tokens.issue(sale, buyer), sale.id(), buyer))
                    .isInstanceOf(Valid.class);
        });
    }

    @Test
    void takesASecretInBase64() {
        without.withPropertyValues(
                        "seckill.token.keys[0].id=k1",
                        "seckill.token.keys[0].secret=base64:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
                .run(context -> assertThat(context).hasSingleBean(PurchaseTokens.class));
    }

    @Test
    void isOffWithoutAKey() {
        without.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(PurchaseTokens.class));
    }

    @Test
    void backsOffFromTokensOfTheApplication() {
        PurchaseTokens mine = new PurchaseTokens(
                List.of(new io.seckill.token.TokenKey("mine", new byte[32])), Duration.ZERO, Clock.systemUTC());
        with.withBean("mine", PurchaseTokens.class, () -> mine)
                .run(context ->
                        assertThat(context).getBean(PurchaseTokens.class).isSameAs(mine));
    }

    @Test
    void worksWithoutTheActuator() {
        with.withClassLoader(new FilteredClassLoader(SanitizingFunction.class))
                .run(context -> assertThat(context).hasSingleBean(PurchaseTokens.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hunter2", "base64:hunter2!"})
    void refusesABadSecretWithoutShowingIt(String secret) {
        without.withPropertyValues("seckill.token.keys[0].id=k1", "seckill.token.keys[0].secret=" + secret)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("seckill.token.keys")
                        .satisfies(failure -> assertThat(stackTrace(failure)).doesNotContain("hunter2")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "secret"})
    void namesWhatAKeyLacks(String missing) {
        without.withPropertyValues("seckill.token.keys[0]." + (missing.equals("id") ? "secret=" + SECRET : "id=k1"))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(SeckillStartupException.class)
                        .hasMessageContaining("seckill.token.keys[0]." + missing));
    }

    @Test
    void showsNoSecretInTextsAndInTheActuator() {
        with.run(context -> {
            assertThat(context.getBean(SeckillTokenProperties.class).toString()).doesNotContain(SECRET);
            SanitizingFunction sanitizing = context.getBean(SanitizingFunction.class);
            for (String key : List.of("seckill.token.keys[0].secret", "SECKILL_TOKEN_KEYS_0_SECRET")) {
                assertThat(sanitizing
                                .apply(new SanitizableData(null, key, SECRET))
                                .getValue())
                        .isEqualTo(SanitizableData.SANITIZED_VALUE);
            }
            assertThat(sanitizing
                            .apply(new SanitizableData(null, "seckill.token.lead", "5m"))
                            .getValue())
                    .isEqualTo("5m");
        });
    }

    private static String stackTrace(Throwable failure) {
        java.io.StringWriter text = new java.io.StringWriter();
        failure.printStackTrace(new java.io.PrintWriter(text));
        return text.toString();
    }
}
