package example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.Sales;
import io.seckill.Seckill;
import io.seckill.test.server.LocalRedis;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.DynamicPropertyRegistrar;

@SpringBootTest
class ShopTest {

    @Autowired
    Seckill seckill;

    @Autowired
    Sales sales;

    @Autowired
    Shop shop;

    @Test
    void sellsTwoItemsToTwoBuyersAndTurnsTheThirdAway() {
        Instant now = Instant.now();
        sales.open(new Sale(new SaleId("coupon-8"), 2, 1, now.minusSeconds(60), now.plusSeconds(600)));

        assertThat(seckill.buy(PurchaseRequest.of("coupon-8", "alice"))).isInstanceOf(Accepted.class);
        assertThat(seckill.buy(PurchaseRequest.of("coupon-8", "bob"))).isInstanceOf(Accepted.class);
        assertThat(seckill.buy(PurchaseRequest.of("coupon-8", "carol"))).isEqualTo(Rejected.because(Reason.SOLD_OUT));

        await().until(() -> shop.orders().size() == 2);
    }

    /** As a bean, it ends after all that use it. */
    @TestConfiguration
    static class Servers {

        @Bean
        LocalRedis server() {
            return LocalRedis.start().untilClosed();
        }

        @Bean
        DynamicPropertyRegistrar address(LocalRedis server) {
            return registry -> {
                registry.add("spring.data.redis.host", server::host);
                registry.add("spring.data.redis.port", server::port);
            };
        }
    }
}
