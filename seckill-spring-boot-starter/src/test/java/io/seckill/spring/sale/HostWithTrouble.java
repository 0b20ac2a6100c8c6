package io.seckill.spring.sale;

import io.seckill.BuyerId;
import io.seckill.LatePayment;
import io.seckill.Opening;
import io.seckill.Order;
import io.seckill.OrderChange;
import io.seckill.OrderId;
import io.seckill.PaymentId;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.jdbc.JdbcOrderLedger;
import io.seckill.jdbc.JdbcSchema;
import io.seckill.spi.Delivery;
import io.seckill.spi.OrderLedger;
import io.seckill.spring.EnableSeckill;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A host application whose ledger makes trouble on demand. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableSeckill
class HostWithTrouble {

    @Bean
    Trouble ledger(DataSource dataSource) {
        return new Trouble(dataSource);
    }

    /** The real ledger, with something in front of it. */
    static final class Trouble implements OrderLedger {

        volatile boolean throwing;
        volatile @Nullable BuyerId poison;
        volatile boolean hangingAfterCommit;
        final AtomicInteger thrown = new AtomicInteger();
        private final JdbcOrderLedger ledger;

        Trouble(DataSource dataSource) {
            JdbcSchema.create(dataSource);
            ledger = new JdbcOrderLedger(dataSource);
        }

        @Override
        public List<Delivery> deliver(List<Reservation> reservations) {
            if (throwing
                    || reservations.stream()
                            .anyMatch(reservation -> reservation.buyer().equals(poison))) {
                thrown.incrementAndGet();
                throw new IllegalStateException("trouble");
            }
            List<Delivery> deliveries = ledger.deliver(reservations);
            if (hangingAfterCommit) {
                hang();
            }
            return deliveries;
        }

        private static void hang() {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public Opening open(Sale sale) {
            return ledger.open(sale);
        }

        @Override
        public boolean changeTotal(SaleId sale, long from, long to) {
            return ledger.changeTotal(sale, from, to);
        }

        @Override
        public boolean extend(SaleId sale, Instant closes) {
            return ledger.extend(sale, closes);
        }

        @Override
        public Optional<Order> find(OrderId order) {
            return ledger.find(order);
        }

        @Override
        public List<Order> find(Collection<OrderId> orders) {
            return ledger.find(orders);
        }

        @Override
        public OrderChange pay(OrderId order, PaymentId payment) {
            return ledger.pay(order, payment);
        }

        @Override
        public OrderChange cancel(OrderId order, ReleaseReason reason) {
            return ledger.cancel(order, reason);
        }

        @Override
        public List<Order> expire(int limit) {
            List<Order> expired = ledger.expire(limit);
            if (hangingAfterCommit && !expired.isEmpty()) {
                hang();
            }
            return expired;
        }

        @Override
        public Order refuse(Reservation reservation, ReleaseReason reason) {
            return ledger.refuse(reservation, reason);
        }

        @Override
        public List<Order> claimUntold(int limit, Duration claim) {
            return ledger.claimUntold(limit, claim);
        }

        @Override
        public void told(Collection<OrderId> orders) {
            ledger.told(orders);
        }

        @Override
        public List<LatePayment> latePayments(int limit, Duration claim) {
            return ledger.latePayments(limit, claim);
        }

        @Override
        public boolean refunded(OrderId order, PaymentId payment) {
            return ledger.refunded(order, payment);
        }
    }
}
