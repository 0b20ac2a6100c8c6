package io.seckill.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
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

    @Test
    void namesABadPropertyAndItsValue(CapturedOutput output) {
        assertFails("seckill.redis.partitions=0");

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("Property seckill.redis.partitions with value '0' is invalid: Use 1 to 1024.");
    }

    private static void assertFails(String property) {
        assertThatThrownBy(() -> new SpringApplicationBuilder(Shop.class)
                        .web(WebApplicationType.NONE)
                        .properties(property, "spring.autoconfigure.exclude=" + String.join(",", NO_DATABASE))
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
}
