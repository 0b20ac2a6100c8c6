package io.seckill.spring.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.OrderId;
import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleStatus;
import io.seckill.Sales;
import io.seckill.Seckill;
import io.seckill.SeckillUnavailableException;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.Outbox;
import io.seckill.spring.EnableSeckill;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** One node of a host application: everything that Boot configures by itself, nothing replaced. */
final class Shop implements AutoCloseable {

    final ConfigurableApplicationContext context;
    final Seckill seckill;
    final Sales sales;
    final JdbcTemplate jdbc;

    private Shop(ConfigurableApplicationContext context) {
        this.context = context;
        this.seckill = context.getBean(Seckill.class);
        this.sales = context.getBean(Sales.class);
        this.jdbc = context.getBean(JdbcTemplate.class);
    }

    static Shop open(LocalRedis redis, LocalDatabase database, String prefix, String... properties) {
        return open(Host.class, redis, database, prefix, properties);
    }

    static Shop open(Class<?> host, LocalRedis redis, LocalDatabase database, String prefix, String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "spring.datasource.url=" + database.jdbcUrl(),
                "spring.datasource.username=" + database.username(),
                "spring.datasource.password=" + database.password(),
                "spring.datasource.hikari.connection-timeout=1000",
                "seckill.jdbc.initialize-schema=always",
                "seckill.engine.deadline=20s",
                "seckill.redis.take-over=1s",
                "seckill.redis.key-prefix=" + prefix,
                redis.ports().size() > 1
                        ? "spring.data.redis.cluster.nodes=" + redis.nodes()
                        : "spring.data.redis.url=" + redis.uri()));
        all.addAll(Arrays.asList(properties));
        return new Shop(new SpringApplicationBuilder(host)
                .web(WebApplicationType.NONE)
                .properties(all.toArray(String[]::new))
                .run());
    }

    PurchaseResult buy(PurchaseRequest request) {
        return seckill.buy(request);
    }

    /** Buys as a patient client does: under one order id, again and again, until the outcome is known. */
    PurchaseResult buyPatiently(PurchaseRequest request) {
        AtomicReference<PurchaseRequest> next = new AtomicReference<>(request);
        return await().atMost(Duration.ofSeconds(60))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> answer(next), Optional::isPresent)
                .orElseThrow();
    }

    private Optional<PurchaseResult> answer(AtomicReference<PurchaseRequest> next) {
        try {
            return Optional.of(buy(next.get()));
        } catch (SeckillUnavailableException e) {
            e.order().ifPresent(order -> next.updateAndGet(request -> request.withOrder(order)));
            return Optional.empty();
        }
    }

    /** Waits until every reservation is an order, a refusal or a dead letter. */
    void awaitDrained() {
        Outbox outbox = context.getBean(Outbox.class);
        await().atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .until(() -> IntStream.range(0, outbox.partitions())
                        .allMatch(partition -> outbox.backlog(partition).parcels() == 0));
    }

    List<String> orders(SaleId sale, String status) {
        return jdbc.queryForList(
                "SELECT order_id FROM seckill_order WHERE sale_id = ? AND status = ?",
                String.class,
                sale.value(),
                status);
    }

    /** Asserts the guarantees after a sale has come to rest, with no dead letters. */
    void assertGuarantees(Sale sale, List<PurchaseResult> results) {
        awaitDrained();
        SaleStatus status = sales.find(sale.id()).orElseThrow();
        List<String> accepted = fresh(results);
        List<String> unpaid = orders(sale.id(), "UNPAID");
        List<String> refused = orders(sale.id(), "REFUSED");

        assertThat(status.available()).isNotNegative();
        assertThat(status.available() + status.reserved() + status.sold())
                .isEqualTo(status.sale().total());
        assertThat(accepted).doesNotHaveDuplicates();
        assertThat(unpaid).doesNotHaveDuplicates();
        List<String> settled = new ArrayList<>(unpaid);
        settled.addAll(refused);
        assertThat(settled).containsExactlyInAnyOrderElementsOf(accepted);
        assertThat(status.reserved()).isEqualTo(held(sale.id()));
        assertThat(jdbc.queryForObject(
                        "SELECT held FROM seckill_sale WHERE sale_id = ?",
                        Long.class,
                        sale.id().value()))
                .isEqualTo(held(sale.id()));
        assertThat(jdbc.queryForList(
                        "SELECT SUM(quantity) FROM seckill_order WHERE sale_id = ? AND live_slot IS NOT NULL"
                                + " GROUP BY buyer_id",
                        Long.class,
                        sale.id().value()))
                .allMatch(items -> items <= sale.limit());
    }

    private long held(SaleId sale) {
        Long items = jdbc.queryForObject(
                "SELECT COALESCE(SUM(quantity), 0) FROM seckill_order WHERE sale_id = ? AND live_slot IS NOT NULL",
                Long.class,
                sale.value());
        return items == null ? 0 : items;
    }

    /** The order ids that were accepted, each once, however often its answer was given. */
    private static List<String> fresh(List<PurchaseResult> results) {
        return results.stream()
                .filter(Accepted.class::isInstance)
                .map(result -> ((Accepted) result).reservation().order())
                .map(OrderId::value)
                .distinct()
                .toList();
    }

    AdmissionGate gate() {
        return context.getBean(AdmissionGate.class);
    }

    @Override
    public void close() {
        context.close();
    }

    /** A host application without a line of its own. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableSeckill
    static class Host {}
}
