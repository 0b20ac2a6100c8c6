package io.seckill.sample.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.core.StandardHost;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A web server with nothing behind it, and requests that no client library sends. */
class RefusedByTomcatTest {

    private static WebServer server;

    @BeforeAll
    static void start() {
        TomcatServletWebServerFactory tomcat = new TomcatServletWebServerFactory(0);
        tomcat.setAddress(InetAddress.getLoopbackAddress());
        tomcat.addContextCustomizers( // Spring Boot has taken its place in the shop
                context -> ((StandardHost) context.getParent()).setErrorReportValveClass(""));
        new RefusedByTomcat().customize(tomcat);
        server = tomcat.getWebServer();
        server.start();
    }

    @AfterAll
    static void stop() {
        server.stop();
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " -> ",
            quoteCharacter = '`',
            value = {
                "/a|b -> the address '/a|b' must not hold |; send it as %7C",
                "/a?x=<b> -> the address '/a?x=<b>' must not hold <; send it as %3C",
                "/a\"b -> the address '/a\"b' must not hold \"; send it as %22",
                "/a%2fb -> the path '/a%2fb' must be UTF-8, with none of / \\ and U+0000 as %XX",
                "/a%00b -> the path '/a%00b' must be UTF-8, with none of / \\ and U+0000 as %XX",
                "/a%5cb -> the path '/a%5cb' must be UTF-8, with none of / \\ and U+0000 as %XX",
                "/a%zz -> the path '/a%zz' must be UTF-8, with none of / \\ and U+0000 as %XX",
                "/a%e7b -> the path '/a%e7b' must be UTF-8, with none of / \\ and U+0000 as %XX",
            })
    void anAddressIsNamedWithWhatIsAllowed(String target, String detail) throws Exception {
        assertThat(detail("GET " + target + " HTTP/1.1\r\nHost: shop\r\n")).isEqualTo(detail);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Other: shop\r\n",
                "Host: shop\r\nHost: other\r\n",
                "Host: shop\r\nContent-Length: 1\r\nContent-Length: 2\r\n",
                "Host: shop\r\nContent-Length: abc\r\n",
            })
    void aGoodAddressIsNotBlamedForItsHeaders(String headers) throws Exception {
        assertThat(detail("GET /a HTTP/1.1\r\n" + headers)).contains("takes one Host", "one Content-Length");
    }

    @Test
    void aHeaderIsNamed() throws Exception {
        assertThat(detail("GET / HTTP/1.1\r\nHost: shop\r\nBad Name: \u001b[1m\r\n"))
                .contains("header line [Bad Name: ")
                .doesNotContain("\u001b");
    }

    private static String detail(String request) throws Exception {
        String answer;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getPort())) {
            socket.setSoTimeout(10_000);
            String all = request + "Connection: close\r\n\r\n";
            socket.getOutputStream().write(all.getBytes(StandardCharsets.UTF_8));
            answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
        assertThat(answer)
                .startsWith("HTTP/1.1 400")
                .contains("Content-Type: application/problem+json", "X-Content-Type-Options: nosniff");
        JsonNode body = JsonMapper.shared().readTree(answer.substring(answer.indexOf("\r\n\r\n")));
        assertThat(body.get("code").asString()).isEqualTo("BAD_REQUEST");
        return body.get("detail").asString();
    }
}
