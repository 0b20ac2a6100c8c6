package io.seckill.jdbc;

import static io.seckill.test.contract.Samples.buyer;
import static io.seckill.test.contract.Samples.one;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.spi.Delivery;
import io.seckill.spi.SinkUnavailableException;
import io.seckill.test.contract.Samples;
import io.seckill.test.server.LocalDatabase;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The database goes away, or cannot write. It is a server of its own, because others would notice. */
class JdbcLedgerOutageTest {

    private static LocalDatabase server;
    private static Fixture fixture;

    @BeforeAll
    static void startServer() {
        server = LocalDatabase.start();
        fixture = new Fixture(server, "", config -> config.setConnectionTimeout(500));
    }

    @AfterAll
    static void stopServer() {
        fixture.close();
        server.close();
    }

    @Test
    void isUnavailableWhileTheServerIsDownAndWorksWhenItIsBack() {
        Sale sale = fixture.open(10, 1);
        Reservation stored = one(sale.id(), buyer(1));
        Reservation late = one(sale.id(), buyer(2));
        fixture.ledger.deliver(List.of(stored));

        server.crash();
        assertUnavailable(late);
        assertThatExceptionOfType(SinkUnavailableException.class).isThrownBy(() -> fixture.ledger.find(late.order()));
        assertThatExceptionOfType(SinkUnavailableException.class)
                .isThrownBy(() -> fixture.ledger.open(Samples.openSale(1, 1)));
        assertThatExceptionOfType(SinkUnavailableException.class)
                .isThrownBy(() -> fixture.ledger.changeTotal(sale.id(), sale.total(), sale.total() + 1));
        server.recover();

        // the pool pauses between its tries to connect
        List<Delivery> deliveries = await().ignoreExceptionsInstanceOf(SinkUnavailableException.class)
                .until(() -> fixture.ledger.deliver(List.of(stored, late)), answers -> true);
        assertThat(deliveries).containsExactly(Delivery.alreadyStored(), Delivery.stored());
    }

    @Test
    void isUnavailableWhenItsConnectionIsKilledInTheMiddle() throws Exception {
        Sale sale = fixture.open(10, 1);
        Reservation reservation = one(sale.id(), buyer(1));
        try (Blocker blocker = new Blocker(fixture)) {
            blocker.lock(sale);
            CompletableFuture<List<Delivery>> delivery =
                    CompletableFuture.supplyAsync(() -> fixture.ledger.deliver(List.of(reservation)));

            fixture.jdbc.execute("KILL " + Blocker.awaitWaiter(fixture));

            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> delivery.get(30, TimeUnit.SECONDS))
                    .withCauseInstanceOf(SinkUnavailableException.class);
        }
        assertThat(fixture.ledger.deliver(List.of(reservation))).containsExactly(Delivery.stored());
    }

    @Test
    void isUnavailableOnAServerThatBecameReadOnly() {
        Sale sale = fixture.open(10, 1);
        Reservation reservation = one(sale.id(), buyer(1));
        // whoever may do anything may write on a read-only server too
        fixture.jdbc.execute("CREATE USER app IDENTIFIED BY 'app'");
        fixture.jdbc.execute("GRANT SELECT, INSERT, UPDATE ON *.* TO app");
        try (HikariDataSource asApp = new HikariDataSource(fixture.config("", config -> {
            config.setUsername("app");
            config.setPassword("app");
        }))) {
            JdbcOrderLedger ledger = new JdbcOrderLedger(asApp);
            fixture.jdbc.execute("SET GLOBAL read_only = ON");
            assertThatExceptionOfType(SinkUnavailableException.class)
                    .isThrownBy(() -> ledger.deliver(List.of(reservation)));
            fixture.jdbc.execute("SET GLOBAL read_only = OFF");

            assertThat(ledger.deliver(List.of(reservation))).containsExactly(Delivery.stored());
        } finally {
            fixture.jdbc.execute("SET GLOBAL read_only = OFF");
            fixture.jdbc.execute("DROP USER app");
        }
    }

    @Test
    void isUnavailableWhenThePoolHasNoConnectionLeft() throws Exception {
        Sale sale = fixture.open(10, 1);
        try (HikariDataSource small = new HikariDataSource(fixture.config("", config -> {
            config.setMaximumPoolSize(1);
            config.setConnectionTimeout(500);
        }))) {
            JdbcOrderLedger ledger = new JdbcOrderLedger(small);
            Reservation reservation = one(sale.id(), buyer(1));
            try (Connection taken = small.getConnection()) {
                assertThatExceptionOfType(SinkUnavailableException.class)
                        .isThrownBy(() -> ledger.deliver(List.of(reservation)));
                assertThat(taken.isClosed()).isFalse();
            }
            assertThat(ledger.deliver(List.of(reservation))).containsExactly(Delivery.stored());
        }
    }

    @Test
    void isUnavailableUntilItsTablesAreThere() {
        Sale sale = Samples.openSale(10, 1);
        try (Fixture empty = new Fixture(server, "", config -> {})) {
            empty.jdbc.execute("DROP TABLE seckill_order, seckill_sale");
            assertThatExceptionOfType(SinkUnavailableException.class)
                    .isThrownBy(() -> empty.ledger.deliver(List.of(one(sale.id(), buyer(1)))))
                    .withMessageContaining("seckill_sale' doesn't exist");

            JdbcSchema.create(empty.pool);
            empty.ledger.open(sale);

            assertThat(empty.ledger.deliver(List.of(one(sale.id(), buyer(1))))).containsExactly(Delivery.stored());
        }
    }

    private static void assertUnavailable(Reservation reservation) {
        assertThatExceptionOfType(SinkUnavailableException.class)
                .isThrownBy(() -> fixture.ledger.deliver(List.of(reservation)))
                .withMessageContaining(reservation.sale().value());
    }
}
