package io.seckill.sample.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.sample.SampleApplication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindException;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class MissingPasswordTest {

    @Test
    void isToldBeforeAnyServerIsAsked(CapturedOutput output) {
        SpringApplicationBuilder shop = new SpringApplicationBuilder(SampleApplication.class)
                .properties(
                        "server.port=0",
                        "spring.datasource.url=jdbc:mysql://127.0.0.1:1/nobody",
                        "spring.data.redis.url=redis://127.0.0.1:1");

        assertThatThrownBy(shop::run).isInstanceOf(ConfigurationPropertiesBindException.class);

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .containsSubsequence("sample.admin.password", "must be set, such as by SAMPLE_ADMIN_PASSWORD")
                .doesNotContain("127.0.0.1:1");
    }
}
