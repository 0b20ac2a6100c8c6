package io.seckill.load.tutorial;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Runs the script for each purchase, and makes one order in one transaction. */
@Service
class VoucherOrderService {

    /** The stream of orders. */
    static final String ORDERS = "stream.orders";

    private static final RedisScript<Long> SCRIPT =
            RedisScript.of(new ClassPathResource("tutorial/purchase.lua"), Long.class);

    private final StringRedisTemplate redis;
    private final JdbcTemplate jdbc;

    /** Made here, which spares the tutorial the call to Redis that it would make for each. */
    private final AtomicLong ids = new AtomicLong(System.currentTimeMillis() << 20);

    VoucherOrderService(StringRedisTemplate redis, JdbcTemplate jdbc) {
        this.redis = redis;
        this.jdbc = jdbc;
    }

    enum Answer {
        BOUGHT,
        SOLD_OUT,
        BOUGHT_BEFORE
    }

    void open(long voucher, long stock) {
        jdbc.update("INSERT INTO tutorial_voucher (voucher_id, total, stock) VALUES (?, ?, ?)", voucher, stock, stock);
        redis.opsForValue().set("seckill:stock:" + voucher, Long.toString(stock));
    }

    long nextId() {
        return ids.incrementAndGet();
    }

    Answer buy(long voucher, String user, long order) {
        Long code = redis.execute(
                SCRIPT,
                List.of("seckill:stock:" + voucher, "seckill:order:" + voucher, ORDERS),
                user,
                Long.toString(voucher),
                Long.toString(order));
        return Answer.values()[Math.toIntExact(code)];
    }

    @Transactional
    public void createOrder(long order, long voucher, String user) {
        Long before = jdbc.queryForObject(
                "SELECT COUNT(*) FROM tutorial_order WHERE user_id = ? AND voucher_id = ?", Long.class, user, voucher);
        if (before == null || before > 0) {
            return;
        }
        int taken = jdbc.update(
                "UPDATE tutorial_voucher SET stock = stock - 1 WHERE voucher_id = ? AND stock > 0", voucher);
        if (taken == 1) {
            jdbc.update(
                    "INSERT INTO tutorial_order (order_id, voucher_id, user_id) VALUES (?, ?, ?)",
                    order,
                    voucher,
                    user);
        }
    }
}
