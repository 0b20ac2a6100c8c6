package io.seckill.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.Seckill;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What an operator reads when an application does not start. */
@ExtendWith(OutputCaptureExtension.class)
class FailureAnalysisTest {

    @Test
    void saysWhatIsWrongAndWhatToDo(CapturedOutput output) {
        assertFails("spring.data.redis.url=redis://127.0.0.1:1");

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .containsSubsequence("Description:", "Redis cannot be reached", "Action:", "Start Redis");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "seckill.redis.partitions | 0 | Use 1 to 1024.",
                "seckill.redis.key-prefix | a{b | The key prefix must be at least one character, without { } and blanks",
                "seckill.redis.timeout | 0s | Use more than zero.",
                "seckill.redis.timeout | soon | Use a number with a unit, such as 500ms, 2s, 10m or 24h.",
                "seckill.redis.threads | few | Use a whole number.",
                "seckill.redis.required-on-start | maybe | Use true or false.",
                "seckill.redis.driver | jedis | Use one of: auto, lettuce, spring-data.",
                "seckill.gate | redis | Use one of: redis-lua, composed, in-memory.",
            })
    void namesABadPropertyItsValueAndWhatIsAllowed(
            String property, String value, String allowed, CapturedOutput output) {
        assertFails(property + "=" + value);

        assertThat(output)
                .containsSubsequence(
                        "APPLICATION FAILED TO START",
                        property + " is '" + value + "' in \"" + property
                                + "\" from property source \"defaultProperties\", which is not allowed.",
                        "Action:",
                        allowed);
        assertThat(output.getOut().split("APPLICATION FAILED TO START", -1)[1])
                .doesNotContain("io.seckill", "java.", "springframework");
    }

    @Test
    void leavesBadPropertiesOfOthersToBoot(CapturedOutput output) {
        assertFails("spring.data.redis.timeout=soon");

        assertThat(output).contains("APPLICATION FAILED TO START", "Failed to bind properties");
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis-lua", "composed"})
    void saysThatTheGateNeedsRedis(String gate, CapturedOutput output) {
        assertFails(
                Shop.class,
                "seckill.gate=" + gate,
                "seckill.redis.enabled=false",
                "seckill.composed.stock-guard=in-memory",
                "seckill.composed.one-per-user-guard=in-memory");

        assertThat(output)
                .containsSubsequence(
                        "Description:",
                        "seckill.gate is '" + gate + "', but Redis is not used",
                        "Action:",
                        "seckill.redis.enabled",
                        "seckill.gate=in-memory");
    }

    @Test
    void saysWhatAPartOfAGateNeeds(CapturedOutput output) {
        assertFails(Shop.class, "seckill.gate=composed", "seckill.composed.stock-guard=jdbc-conditional");

        assertThat(output)
                .containsSubsequence(
                        "Description:",
                        "seckill.composed.stock-guard is 'jdbc-conditional', but there is no database",
                        "Action:",
                        "spring.datasource.url");
    }

    @Test
    void remindsOfTheAnnotation(CapturedOutput output) {
        assertFails(ShopWithoutAnnotation.class);

        assertThat(output)
                .containsSubsequence("Description:", "io.seckill.Seckill is wanted", "Action:", "@EnableSeckill");
    }

    @Test
    void namesThePropertyThatSwitchesOff(CapturedOutput output) {
        assertFails(ShopThatCounts.class, "seckill.enabled=false");

        assertThat(output)
                .containsSubsequence(
                        "Description:",
                        "io.seckill.Seckill is wanted, but seckill.enabled is 'false'",
                        "Action:",
                        "seckill.enabled=true")
                .doesNotContain("@EnableSeckill on");
    }

    @Test
    void leavesOtherMissingBeansToBoot(CapturedOutput output) {
        assertFails(ShopWithoutClock.class);

        assertThat(output).contains("java.time.Clock").doesNotContain("@EnableSeckill on");
    }

    private static void assertFails(String property) {
        assertFails(Shop.class, property);
    }

    private static void assertFails(Class<?> application, String... properties) {
        assertThatThrownBy(() -> new SpringApplicationBuilder(application)
                        .web(WebApplicationType.NONE)
                        .properties(properties)
                        .properties("spring.autoconfigure.exclude=" + String.join(",", NO_DATABASE))
                        .run()
                        .close())
                .isInstanceOf(RuntimeException.class);
    }

    private static final String[] NO_DATABASE = {
        "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
        "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration"
    };

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableSeckill
    static class Shop {}

    @Configuration(proxyBeanMethods = false)
    @EnableSeckill
    static class ShopThatCounts extends ShopWithoutAnnotation {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class ShopWithoutAnnotation {

        @Bean
        String counter(Seckill seckill) {
            return seckill.toString();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class ShopWithoutClock {

        @Bean
        String counter(Clock clock) {
            return clock.toString();
        }
    }
}
