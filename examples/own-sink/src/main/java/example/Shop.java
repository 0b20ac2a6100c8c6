package example;

import io.seckill.OrderId;
import io.seckill.Reservation;
import io.seckill.spi.Delivery;
import io.seckill.spi.OrderSink;
import io.seckill.spring.EnableSeckill;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

@SpringBootApplication
@EnableSeckill
public class Shop {

    private final Map<OrderId, Reservation> orders = new ConcurrentHashMap<>();

    /** Called at least once for each reservation, so it is idempotent by order id. */
    @Bean
    OrderSink orderSink() {
        return reservations -> reservations.stream()
                .map(one -> orders.putIfAbsent(one.order(), one) == null
                        ? Delivery.stored()
                        : Delivery.alreadyStored())
                .toList();
    }

    Map<OrderId, Reservation> orders() {
        return Map.copyOf(orders);
    }

    public static void main(String[] args) {
        SpringApplication.run(Shop.class, args);
    }
}
