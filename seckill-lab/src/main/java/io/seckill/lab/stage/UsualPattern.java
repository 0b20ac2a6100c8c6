package io.seckill.lab.stage;

import io.seckill.ids.LocalNodeLease;
import io.seckill.ids.TimeSortedOrderIds;
import java.util.List;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * What the tutorials teach: {@link StringRedisTemplate} runs one script for each purchase, on the one connection that Spring shares
 * unless told otherwise. Its order ids are made here, as the gate's are; the tutorials ask Redis for each.
 */
public final class UsualPattern implements Contender {

    /** The stream of orders. */
    public static final String ORDERS = "{usual}orders";

    private static final String STOCK = "{usual}stock";
    private static final String BUYERS = "{usual}buyers";
    private static final List<String> KEYS = List.of(STOCK, BUYERS, ORDERS);

    @SuppressWarnings("rawtypes") // a script's list has no element type
    private static final RedisScript<List> SCRIPT =
            RedisScript.of(new ClassPathResource("io/seckill/lab/stage/usual.lua"), List.class);

    private final TimeSortedOrderIds orders = new TimeSortedOrderIds(new LocalNodeLease());
    private final LettuceConnectionFactory factory;
    private final StringRedisTemplate redis;

    /** Connects to the server with this URI. */
    public UsualPattern(String uri) {
        factory = Locks.connectSpring(uri);
        redis = new StringRedisTemplate(factory);
    }

    @Override
    public String name() {
        return Contenders.USUAL;
    }

    /** Returns the template, for those who make the orders. */
    public StringRedisTemplate redis() {
        return redis;
    }

    @Override
    public void open(long stock) {
        redis.opsForValue().set(STOCK, Long.toString(stock));
    }

    @Override
    public Answer buy(String buyer) {
        List<?> reply = redis.execute(SCRIPT, KEYS, buyer, orders.next().value());
        return switch (((Number) reply.get(0)).intValue()) {
            case 0 -> Answer.BOUGHT;
            case 1 -> Answer.SOLD_OUT;
            case 2 -> Answer.BOUGHT_BEFORE;
            default -> Answer.FAILED;
        };
    }

    @Override
    public long sold() {
        Long buyers = redis.opsForSet().size(BUYERS);
        return buyers == null ? 0 : buyers;
    }

    @Override
    public void close() {
        factory.destroy();
    }
}
