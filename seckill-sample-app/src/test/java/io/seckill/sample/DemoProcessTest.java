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
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The demo as somebody at a terminal has it: a process that is started, used and stopped. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no SIGTERM")
class DemoProcessTest {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String LAB = "/api/lab/experiments";
    private static final Pattern START = Pattern.compile("Start here\\s+(http\\S+?)/\\s");

    @TempDir
    private Path temp;

    @Test
    void sellsAndLeavesNothingBehind() throws Exception {
        Visit buying = (shop, url) -> {
            assertThat(said()).contains("password demo-admin", "/swagger-ui.html");
            assertThat(statusOfBuying(url)).isEqualTo(202);
            assertThat(shop.descendants()).hasSize(2);
        };

        inTheShop(List.of(), buying, Process::destroy); // SIGTERM
    }

    /** A terminal sends its signal to all that was started there, and not to the shop alone. */
    @Test
    @EnabledIf(value = "thereIsSetsid", disabledReason = "there is no setsid, by which a terminal is had here")
    void endsAtOnceAndQuietlyWithItsTerminalWhileACrowdBuysAndTheLabWorks() throws Exception {
        End withItsTerminal = shop -> new ProcessBuilder("kill", "-TERM", "--", "-" + shop.pid()).start();

        inTheShop(List.of("setsid"), DemoProcessTest::letACrowdInAndTheLabWork, withItsTerminal);
    }

    static boolean thereIsSetsid() {
        return Stream.of("/usr/bin/setsid", "/bin/setsid").anyMatch(path -> Files.isExecutable(Path.of(path)));
    }

    /** Opens the shop, and sees that all it started is gone, and that it complained of nothing, once the visit has ended it. */
    private void inTheShop(List<String> before, Visit visit, End end) throws Exception {
        Path folder = Files.createDirectory(temp.resolve("tmp"));
        Process shop = start(before, folder);
        try {
            String url = await().atMost(PATIENCE)
                    .failFast("the shop has ended", () -> !shop.isAlive())
                    .until(this::address, address -> !address.isEmpty());
            visit.to(shop, url);
            List<ProcessHandle> all = shop.descendants().toList();
            end.of(shop);

            assertThat(shop.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(all).noneMatch(ProcessHandle::isAlive);
            assertThat(folder).isEmptyDirectory();
            assertThat(said()).doesNotContain("ERROR", "WARN", "Exception");
        } finally {
            shop.descendants().forEach(ProcessHandle::destroyForcibly);
            shop.destroyForcibly();
        }
    }

    private static void letACrowdInAndTheLabWork(Process shop, String url) throws Exception {
        experiment(url, "[\"zookeeper\"]", 0);
        await().atMost(PATIENCE).until(() -> send(url + LAB + "/1", ""), seen -> seen.contains("\"state\":\"DONE\""));
        experiment(url, "[\"for-update\",\"lua-gate\"]", 500);
        await().atMost(PATIENCE)
                .until(
                        () -> send(url + LAB + "/2", ""),
                        seen -> seen.contains("\"stage\":\"for-update\",\"state\":\"RUNNING\""));
        String crowd =
                send(url + "/api/admin/crowd", "{\"saleId\":\"coupon-now\",\"buyers\":20000,\"concurrency\":100}");
        assertThat(crowd).contains("RUNNING");
        assertThat(shop.descendants()).hasSizeGreaterThanOrEqualTo(5);
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

    private Process start(List<String> before, Path folder) throws IOException {
        // Surefire may hide the class path of a test in a jar of its own
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + folder,
                "-Dseckill.test.redis=embedded",
                "-Dseckill.test.database=embedded",
                "-cp",
                classPath,
                SampleApplication.class.getName(),
                "--spring.profiles.active=demo",
                "--server.port=0"));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output().toFile())
                .start();
    }

    private Path output() {
        return temp.resolve("output.txt");
    }

    private String said() throws IOException {
        return Files.readString(output());
    }

    /** Returns where the shop is, as its greeting tells; empty while there is no greeting. */
    private String address() throws IOException {
        Matcher greeting = START.matcher(said());
        return greeting.find() ? greeting.group(1) : "";
    }

    private static int statusOfBuying(String url) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/api/sales/coupon-now/purchases"))
                .header("X-Buyer-Id", "alice")
                .POST(BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode();
    }

    private interface End {
        void of(Process shop) throws IOException;
    }

    private interface Visit {
        void to(Process shop, String url) throws Exception;
    }
}
