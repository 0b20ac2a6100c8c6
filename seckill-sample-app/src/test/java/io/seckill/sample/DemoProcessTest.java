package io.seckill.sample;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import java.util.Base64;
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
    private static final String LAB = "/api/lab/experiments";
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

    @Test
    void endsAtOnceAndQuietlyWhileACrowdBuysAndTheLabWorks() throws Exception {
        Path output = temp.resolve("output.txt");
        Path folder = Files.createDirectory(temp.resolve("tmp"));
        Process shop = start(folder, output);
        try {
            String url = await().atMost(PATIENCE)
                    .failFast("the shop has ended", () -> !shop.isAlive())
                    .until(() -> offer(output), offer -> !offer.isEmpty())
                    .replaceFirst("/api/.*", "");
            experiment(url, "[\"zookeeper\"]", 0);
            await().atMost(PATIENCE)
                    .until(() -> send(url + LAB + "/1", ""), seen -> seen.contains("\"state\":\"DONE\""));
            experiment(url, "[\"for-update\",\"lua-gate\"]", 500);
            await().atMost(PATIENCE)
                    .until(
                            () -> send(url + LAB + "/2", ""),
                            seen -> seen.contains("\"stage\":\"for-update\",\"state\":\"RUNNING\""));
            String crowd =
                    send(url + "/api/admin/crowd", "{\"saleId\":\"coupon-now\",\"buyers\":20000,\"concurrency\":100}");
            assertThat(crowd).contains("RUNNING");
            List<ProcessHandle> all = shop.descendants().toList();
            assertThat(all).hasSizeGreaterThanOrEqualTo(5);

            shop.destroy();

            assertThat(shop.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(all).noneMatch(ProcessHandle::isAlive);
            assertThat(folder).isEmptyDirectory();
            assertThat(Files.readString(output)).doesNotContain("ERROR", "WARN", "Exception");
        } finally {
            shop.descendants().forEach(ProcessHandle::destroyForcibly);
            shop.destroyForcibly();
        }
    }

    private static void experiment(String url, String stages, int thinkMs) throws Exception {
        String body = """
                {"stages":%s,"buyers":100,"clicks":1,"stock":100,"thinkMs":%d,"leaseMs":10000,"lockWaitMs":2000,
                 "concurrency":4,"processes":2,"seconds":30}""";
        assertThat(send(url + LAB, body.formatted(stages, thinkMs))).contains("STARTING");
    }

    private static String send(String url, String body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/json")
                .header("X-Buyer-Id", "alice")
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString("admin:demo-admin".getBytes(UTF_8)));
        HttpRequest ready = (body.isEmpty() ? request : request.POST(BodyPublishers.ofString(body))).build();
        return HttpClient.newHttpClient().send(ready, BodyHandlers.ofString()).body();
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
