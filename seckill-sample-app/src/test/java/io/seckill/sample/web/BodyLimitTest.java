package io.seckill.sample.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.ErrorResponseException;

/** A body that does not tell its length; one that does is in the tests of the endpoints. */
class BodyLimitTest {

    private final AtomicInteger read = new AtomicInteger();

    @Test
    void isReadAsFarAsItMayBe() throws Exception {
        send(BodyLimit.MOST_BYTES);
        assertThat(read).hasValue(BodyLimit.MOST_BYTES);
    }

    @Test
    void isNotReadFurther() {
        assertThatThrownBy(() -> send(100 * BodyLimit.MOST_BYTES))
                .isInstanceOfSatisfying(
                        ErrorResponseException.class,
                        problem -> assertThat(problem.getStatusCode()).isEqualTo(HttpStatus.CONTENT_TOO_LARGE));
        assertThat(read).hasValueLessThanOrEqualTo(BodyLimit.MOST_BYTES);
    }

    private void send(int bytes) throws Exception {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/api/admin/sales") {
            @Override
            public long getContentLengthLong() {
                return -1;
            }
        };
        request.setContent(new byte[bytes]);
        BodyLimit limit = new BodyLimit((req, response, handler, error) -> {
            throw new AssertionError(error);
        });
        limit.doFilter(request, new MockHttpServletResponse(), (given, response) -> {
            InputStream body = given.getInputStream();
            byte[] buffer = new byte[1_000];
            for (int got = body.read(buffer); got >= 0; got = body.read(buffer)) {
                read.addAndGet(got);
            }
        });
    }
}
