package io.seckill.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The demo as somebody at a terminal has it: a process that is started, used and stopped. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no SIGTERM")
class DemoProcessTest {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Pattern BUY = Pattern.compile("'X-Buyer-Id: alice' (http\\S+)");

    @TempDir
    private Path temp;

    @Test
    void sellsAndLeavesNothingBehind() throws Exception {
        Path output = temp.resolve("output.txt");
        Path folder = Files.createDirectory(temp.resolve("tmp"));
        Process shop = start(folder, output);
        try {
            String buy = await().atMost(PATIENCE)
                    .failFast("the shop has ended", () -> !shop.isAlive())
                    .until(() -> offer(output), url -> !url.isEmpty());
            assertThat(Files.readString(output)).contains("password demo-admin", "/swagger-ui.html");
            assertThat(statusOfBuying(buy)).isEqualTo(202);
            List<ProcessHandle> servers = shop.descendants().toList();
            assertThat(servers).hasSize(2);

            shop.destroy(); // SIGTERM

            assertThat(shop.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(servers).noneMatch(ProcessHandle::isAlive);
            assertThat(folder).isEmptyDirectory();
            assertThat(Files.readString(output)).doesNotContain("ERROR", "WARN", "Exception");
        } finally {
            shop.descendants().forEach(ProcessHandle::destroyForcibly);
            shop.destroyForcibly();
        }
    }

    private static Process start(Path folder, Path output) throws IOException {
        // Surefire may hide the class path of a test in a jar of its own
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + folder,
                        "-Dseckill.test.redis=embedded",
                        "-Dseckill.test.database=embedded",
                        "-cp",
                        classPath,
                        SampleApplication.class.getName(),
                        "--spring.profiles.active=demo",
                        "--server.port=0")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    /** Returns the address that the greeting tells to buy at, empty while there is no greeting. */
    private static String offer(Path output) throws IOException {
        Matcher greeting = BUY.matcher(Files.readString(output));
        return greeting.find() ? greeting.group(1) : "";
    }

    private static int statusOfBuying(String url) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("X-Buyer-Id", "alice")
                .POST(BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode();
    }
}
