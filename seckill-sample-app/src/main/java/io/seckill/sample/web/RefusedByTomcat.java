package io.seckill.sample.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;

/** Answers a URL that the web server itself refuses, such as one with {@code %00} or {@code %2f}, as a problem detail too. */
@Component
class RefusedByTomcat implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> {

    @Override
    public void customize(ConfigurableTomcatWebServerFactory tomcat) {
        tomcat.addContextCustomizers(
                context -> context.getParent().getPipeline().addValve(new Problem()));
    }

    private static final class Problem extends ErrorReportValve {

        @Override
        protected void report(Request request, Response response, @Nullable Throwable failure) {
            HttpStatus status = HttpStatus.resolve(response.getStatus());
            if (status == null
                    || !status.isError()
                    || response.getContentWritten() > 0
                    || !response.setErrorReported()) {
                return;
            }
            String body = "{\"title\":\"%s\",\"status\":%d,\"code\":\"%s\"}"
                    .formatted(status.getReasonPhrase(), status.value(), status.name());
            response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
            try {
                response.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
