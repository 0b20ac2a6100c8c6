package io.seckill.redis;

import io.seckill.BuyerId;
import io.seckill.DeadLetter;
import io.seckill.Origin;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.redis.driver.LuaScript;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.redis.driver.Reply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The dead letters of all partitions. A letter is named after its partition and its place in the stream: {@code 3-1731580000000-0}. */
final class RedisDeadLetters {

    private static final LuaScript READ = LuaScript.beside(RedisDeadLetters.class, "dead-letters.lua");
    private static final LuaScript END = LuaScript.beside(RedisDeadLetters.class, "end-dead-letter.lua");

    private final RedisDriver driver;
    private final RedisKeys keys;

    RedisDeadLetters(RedisDriver driver, RedisKeys keys) {
        this.driver = driver;
        this.keys = keys;
    }

    /** Where a letter lies. */
    private record Place(int partition, String message) {

        static Optional<Place> of(String id, int partitions) {
            int at = id.indexOf('-');
            if (at < 1 || !id.matches("\\d{1,4}-\\d{1,18}-\\d{1,18}")) {
                return Optional.empty();
            }
            int partition = Integer.parseInt(id.substring(0, at));
            return partition < partitions ? Optional.of(new Place(partition, id.substring(at + 1))) : Optional.empty();
        }

        Place next() {
            return new Place(partition + 1, "0-0");
        }
    }

    /** By partition, and in it by age. */
    List<DeadLetter> page(Optional<String> after, int limit) {
        List<DeadLetter> page = new ArrayList<>();
        Place place = after.flatMap(id -> Place.of(id, keys.partitions())).orElse(new Place(0, "0-0"));
        while (place.partition < keys.partitions() && page.size() < limit) {
            page.addAll(read(place.partition, "(" + place.message, "+", limit - page.size()));
            place = place.next();
        }
        return List.copyOf(page);
    }

    Optional<DeadLetter> find(String id) {
        return Place.of(id, keys.partitions())
                .flatMap(place -> read(place.partition, place.message, place.message, 1).stream()
                        .findFirst());
    }

    private List<DeadLetter> read(int partition, String from, String to, int limit) {
        return RedisCall.await(
                driver, READ, List.of(keys.dead(partition)), List.of(from, to, Integer.toString(limit)), reply -> {
                    List<DeadLetter> letters = new ArrayList<>(reply.size());
                    for (int i = 0; i < reply.size(); i++) {
                        letters.add(letter(partition, reply.list(i)));
                    }
                    return letters;
                });
    }

    private static DeadLetter letter(int partition, Reply message) {
        Map<String, String> fields = new HashMap<>();
        for (int i = 1; i + 1 < message.size(); i += 2) {
            fields.putIfAbsent(message.text(i), message.text(i + 1));
        }
        String id = message.text(0);
        return new DeadLetter(
                partition + "-" + id,
                reservation(fields),
                attempts(fields),
                fields.getOrDefault("first-error", ""),
                fields.getOrDefault("last-error", ""),
                Instant.ofEpochMilli(Long.parseLong(id.substring(0, id.indexOf('-')))));
    }

    private static int attempts(Map<String, String> fields) {
        try {
            return Integer.parseInt(fields.getOrDefault("attempts", "0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static Optional<Reservation> reservation(Map<String, String> fields) {
        String sale = fields.get("sale");
        String buyer = fields.get("buyer");
        String entry = fields.get("entry");
        if (sale == null || buyer == null || entry == null) {
            return Optional.empty();
        }
        try {
            Reservation one =
                    Entry.parse(new SaleId(sale), new BuyerId(buyer), entry).reservation();
            int epoch = Integer.parseInt(fields.getOrDefault("epoch", "0"));
            return Optional.of(epoch == 0 ? one : one.from(new Origin(epoch, Optional.empty())));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // somebody else put it there
        }
    }

    boolean putBack(String id) {
        return end(id, "PUT-BACK");
    }

    boolean remove(String id) {
        return end(id, "REMOVE");
    }

    private boolean end(String id, String how) {
        return Place.of(id, keys.partitions())
                .filter(place -> RedisCall.await(
                        driver,
                        END,
                        List.of(keys.outbox(place.partition), keys.dead(place.partition)),
                        List.of(how, place.message, keys.signals(), Signal.outbox(place.partition)),
                        reply -> reply.number(0) == 1))
                .isPresent();
    }
}
