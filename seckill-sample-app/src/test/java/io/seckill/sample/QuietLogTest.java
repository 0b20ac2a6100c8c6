package io.seckill.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Import;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The log is the shop's, not that of whoever tries out its addresses. */
@EndpointTest(QuietLogTest.Door.class)
@Import(QuietLogTest.Door.class)
@ExtendWith(OutputCaptureExtension.class)
class QuietLogTest {

    @RestController
    static class Door {

        @GetMapping("/door")
        String open() {
            return "open";
        }
    }

    @Autowired
    private MockMvcTester http;

    @Test
    void mistakesOfCallersLeaveNoLine(CapturedOutput output) {
        String before = output.getAll();

        assertThat(http.put().uri("/door")).hasStatus(405);
        assertThat(http.delete().uri("/index.html")).hasStatus(405);
        assertThat(http.get().uri("/nothing")).hasStatus(404);
        assertThat(http.get().uri("/nothing").header("Accept", "bogus")).hasStatus(404);

        assertThat(output.getAll()).isEqualTo(before);
    }
}
