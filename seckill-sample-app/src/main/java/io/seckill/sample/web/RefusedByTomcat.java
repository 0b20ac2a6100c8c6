package io.seckill.sample.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Answers a request that the web server itself refuses, such as a URL with {@code %00} or {@code |}, as a problem detail too. */
@Component
class RefusedByTomcat implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> {

    private static final Pattern TARGET = Pattern.compile("request target \\[(.*) ]");
    private static final Pattern NOT_IN_A_URL = Pattern.compile("[^A-Za-z0-9._~:/?#@!$&'()*+,;=%-]");

    @Override
    public void customize(ConfigurableTomcatWebServerFactory tomcat) {
        tomcat.addContextCustomizers(
                context -> context.getParent().getPipeline().addValve(new Problem()));
    }

    /** Says what of the first line or a header Tomcat could not read, which is in its message, or which path it does not take. */
    static String explain(@Nullable String path, @Nullable Throwable failure) {
        String why = failure == null ? "" : String.valueOf(failure.getMessage());
        Matcher target = TARGET.matcher(why);
        Matcher bad = NOT_IN_A_URL.matcher(target.find() ? target.group(1) : "");
        if (bad.find()) {
            String sign = bad.group();
            return "the address '%s' must not hold %s; send it as %%%02X"
                    .formatted(Wrong.shown(target.group(1)), sign, (int) sign.charAt(0));
        }
        if (failure != null) {
            return why;
        }
        return path != null && path.contains("%")
                ? "the path '%s' must be UTF-8, with none of / \\ and U+0000 as %%XX".formatted(Wrong.shown(path))
                : "HTTP allows no such request: it takes one Host, which the address must not contradict, and at most one"
                        + " Content-Length, a whole number";
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
            Map<String, Object> body = new LinkedHashMap<>();
            if (status == HttpStatus.BAD_REQUEST) {
                body.put("detail", Problems.visible(explain(request.getRequestURI(), failure)));
            }
            body.put("status", status.value());
            body.put("title", status.getReasonPhrase());
            body.put("code", status.name());
            response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
            response.setHeader("X-Content-Type-Options", "nosniff");
            try {
                response.getOutputStream().write(JsonMapper.shared().writeValueAsBytes(body));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
