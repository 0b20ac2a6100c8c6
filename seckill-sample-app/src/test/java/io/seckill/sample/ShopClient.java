package io.seckill.sample;

import static org.awaitility.Awaitility.await;

import io.seckill.SaleId;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** Buyers and the operator of a running shop, over HTTP. */
public final class ShopClient {

    public static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final String OPERATOR =
            "Basic " + Base64.getEncoder().encodeToString("admin:demo-admin".getBytes(StandardCharsets.UTF_8));

    private final HttpClient http = HttpClient.newHttpClient();
    private final String url;

    public ShopClient(int port) {
        this.url = "http://localhost:" + port;
    }

    public static String sale(String id, int total, int limit, Instant opens, Instant closes) {
        return """
                {"id":"%s","title":"One free coffee","priceCents":150,"total":%d,"limit":%d,"opens":"%s","closes":"%s"}""".formatted(id, total, limit, opens, closes);
    }

    /** Opens a sale that sells now. */
    public SaleId opened(String id, int total, int limit, Duration payWithin) throws Exception {
        Instant now = Instant.now();
        String body = sale(id, total, limit, now.minusSeconds(60), now.plusSeconds(3_600))
                .replace("}", ",\"payWithinSeconds\":" + payWithin.toSeconds() + "}");
        HttpResponse<String> answer = operate("", body);
        if (answer.statusCode() != 201) {
            throw new AssertionError("no new sale: " + answer.body());
        }
        return new SaleId(id);
    }

    /** Sends a change of the operator's to {@code /api/admin/sales} and what is behind it. */
    public HttpResponse<String> operate(String path, String body) throws Exception {
        return send(to("/api/admin/sales" + path)
                .header("Authorization", OPERATOR)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    /** Lets a crowd of the demo loose on a sale. */
    HttpResponse<String> crowd(SaleId sale, int buyers, int concurrency) throws Exception {
        return send(to("/api/admin/crowd")
                .header("Authorization", OPERATOR)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(
                        "{\"saleId\":\"%s\",\"buyers\":%d,\"concurrency\":%d}".formatted(sale, buyers, concurrency))));
    }

    /** Reads {@code /api/admin} and what is behind it, as the operator. */
    public String overview(String path) throws Exception {
        return send(to("/api/admin" + path).header("Authorization", OPERATOR)).body();
    }

    public HttpResponse<String> buy(SaleId sale, String buyer, String body) throws Exception {
        return send(to("/api/sales/" + sale + "/purchases", buyer).POST(BodyPublishers.ofString(body)));
    }

    public HttpResponse<String> get(String path, String buyer) throws Exception {
        return send(to(path, buyer));
    }

    HttpResponse<String> post(String path, String buyer, String body) throws Exception {
        return send(to(path, buyer).POST(BodyPublishers.ofString(body)));
    }

    /** Pays, and again for as long as the shop asks to come back. */
    public HttpResponse<String> pay(String order, String buyer, String payment) {
        return settled(
                to(order + "/payment", buyer).POST(BodyPublishers.ofString("{\"paymentId\":\"" + payment + "\"}")));
    }

    /** Cancels, and again for as long as the shop asks to come back. */
    public HttpResponse<String> cancel(String order, String buyer) {
        return settled(to(order, buyer).DELETE());
    }

    /** Opens a stream of events; its lines come as they are sent. */
    public HttpResponse<Stream<String>> watch(String order, String buyer) throws Exception {
        return http.send(to(order + "/events", buyer).build(), BodyHandlers.ofLines());
    }

    private HttpResponse<String> settled(HttpRequest.Builder request) {
        return await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(
                        () -> send(request),
                        answer -> answer.headers().firstValue("Retry-After").isEmpty());
    }

    private HttpRequest.Builder to(String path, String buyer) {
        return to(path).header("X-Buyer-Id", buyer).header("Content-Type", "application/json");
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create(url + path)).timeout(PATIENCE);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    public static <T> List<T> atOnce(int clients, List<Callable<T>> calls) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            List<T> answers = new ArrayList<>();
            for (Future<T> answer : threads.invokeAll(calls)) {
                answers.add(answer.get());
            }
            return answers;
        } finally {
            threads.shutdownNow();
        }
    }
}
