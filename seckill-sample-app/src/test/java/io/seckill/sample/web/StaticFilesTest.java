package io.seckill.sample.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.sample.EndpointTest;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The files that pages are made of. */
@EndpointTest(StaticFilesTest.class) // no endpoint at all
class StaticFilesTest {

    private static final String OURS = "default-src 'self'; base-uri 'none';";

    @Autowired
    private MockMvcTester http;

    @ParameterizedTest
    @ValueSource(strings = {"/index.html", "/shared/base.css", "/shared/api.js"})
    void aBrowserThatHasThemIsToldTheyAreTheSame(String file) {
        MvcTestResult first = http.get().uri(file).exchange();
        String tag = Objects.requireNonNull(first.getResponse().getHeader("ETag"));

        assertThat(first).hasStatusOk().hasHeader("Cache-Control", "no-cache");
        assertThat(tag).matches("\"[0-9a-f]{64}\"");
        assertThat(http.get().uri(file).header("If-None-Match", tag))
                .hasStatus(304)
                .hasHeader("Cache-Control", "no-cache")
                .body()
                .isEmpty();
        assertThat(http.get().uri(file).header("If-None-Match", "\"of an earlier version\""))
                .hasStatusOk();
    }

    @Test
    void soIsOneWithALibraryFromAWebJar() throws Exception {
        String path = new PathMatchingResourcePatternResolver()
                .getResources("classpath*:/META-INF/resources/webjars/swagger-ui/*/index.css")[0]
                .getURL()
                .getPath();

        aBrowserThatHasThemIsToldTheyAreTheSame(path.substring(path.lastIndexOf("/webjars/")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/index.html", "/shared/words.js"})
    void whatIsTheSameForEverybodySetsNoCookie(String file) {
        assertThat(http.get().uri(file)).doesNotContainHeader("Set-Cookie").doesNotContainHeader("Last-Modified");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/index.html", "/login", "/api/me", "/api/admin/sales", "/nothing"})
    void nothingIsLoadedFromElsewhere(String path) {
        assertThat(http.get().uri(path).exchange().getResponse().getHeader("Content-Security-Policy"))
                .startsWith(OURS)
                .doesNotContain("unsafe", "data:");
    }

    @Test
    void theApiPageMayDrawItsStyles() {
        assertThat(http.get()
                        .uri("/swagger-ui/index.html")
                        .exchange()
                        .getResponse()
                        .getHeader("Content-Security-Policy"))
                .startsWith(OURS)
                .contains("; style-src 'self' 'unsafe-inline'; img-src 'self' data:");
    }
}
