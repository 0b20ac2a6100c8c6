package io.seckill.redis;

import io.seckill.BuyerId;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.test.server.LocalRedis;
import java.util.ArrayList;
import java.util.List;

/** Looks into the outbox without taking anything out. */
final class Outboxes {

    private Outboxes() {}

    static List<Reservation> of(LocalRedis redis, RedisKeys keys, SaleId sale) {
        List<Reservation> reservations = new ArrayList<>();
        for (Object message : (List<?>) command(redis, "XRANGE", keys.outbox(keys.partition(sale)), "-", "+")) {
            List<?> fields = (List<?>) ((List<?>) message).get(1);
            if (fields.get(1).equals(sale.value())) {
                String[] words = fields.get(7).toString().split(" ");
                for (int i = 0; i < words.length; i += 2) {
                    reservations.add(Entry.parse(sale, new BuyerId(words[i]), words[i + 1])
                            .reservation());
                }
            }
        }
        return reservations;
    }

    /** Asks the node that has the key. */
    static Object command(LocalRedis redis, String... words) {
        for (int port : redis.ports()) {
            try {
                return redis.commandAt(port, words);
            } catch (IllegalStateException e) {
                if (!e.getMessage().startsWith("MOVED")) {
                    throw e;
                }
            }
        }
        throw new IllegalStateException("no node has the key of " + String.join(" ", words));
    }
}
