package io.seckill.sample.refund;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.BuyerId;
import io.seckill.LatePayment;
import io.seckill.Order;
import io.seckill.OrderId;
import io.seckill.OrderStatus;
import io.seckill.PaymentId;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.test.server.LocalDatabase;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

class RefundsTest {

    private LocalDatabase database;
    private JdbcClient jdbc;
    private Refunds refunds;

    @BeforeEach
    void open() {
        database = LocalDatabase.shared().newSchema();
        DriverManagerDataSource tables =
                new DriverManagerDataSource(database.jdbcUrl(), database.username(), database.password());
        new ResourceDatabasePopulator(new ClassPathResource("db/migration/V100__vouchers.sql")).execute(tables);
        jdbc = JdbcClient.create(tables);
        refunds = new Refunds(jdbc);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void givesBackThePriceOfAllItemsOnceHoweverOftenItIsHandedOver() {
        addVoucher();

        refunds.refund(late("coupon"));
        refunds.refund(late("coupon"));

        assertThat(refunds.newest(10)).singleElement().satisfies(refund -> {
            assertThat(refund.orderId()).isEqualTo("7301");
            assertThat(refund.amountCents()).isEqualTo(400);
        });
    }

    @Test
    void refusesToGiveBackNothingForLackOfAPrice() {
        assertThatThrownBy(() -> refunds.refund(late("coupon"))).hasMessageContaining("sale coupon has no voucher");
        assertThat(refunds.newest(10)).isEmpty();

        addVoucher();
        refunds.refund(late("coupon"));

        assertThat(refunds.newest(10)).hasSize(1);
    }

    private void addVoucher() {
        jdbc.sql("INSERT INTO voucher (id, title, price_cents) VALUES (1, '5 off', 200)")
                .update();
        jdbc.sql(
                        "INSERT INTO voucher_sale (sale_id, voucher_id, total, buyer_limit, opens_at, closes_at, pay_within_ms)"
                                + " VALUES ('coupon', 1, 10, 2, 0, 1, 1000)")
                .update();
    }

    private static LatePayment late(String sale) {
        Reservation reservation = Reservation.of(new SaleId(sale), new BuyerId("alice"), new OrderId("7301"), 2);
        Order cancelled = new Order(reservation, OrderStatus.CANCELLED, Optional.empty(), Instant.EPOCH, Instant.EPOCH);
        return new LatePayment(cancelled, new PaymentId("pay-late"), Instant.EPOCH);
    }
}
