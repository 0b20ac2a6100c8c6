package io.seckill.spring.limit;

import io.seckill.limit.RateLimit;
import io.seckill.spi.SeckillMetrics.LimitKind;
import io.seckill.spring.internal.Bounds;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

/**
 * How often may be asked to buy.
 *
 * @param node Limit of all purchases on this node.
 * @param cluster Limit of all purchases on all nodes, kept in Redis.
 * @param buyer Limit of each buyer on all nodes, kept in Redis.
 * @param address Limit of each client address on all nodes, kept in Redis; for purchases that tell theirs.
 */
@ConfigurationProperties(SeckillLimitProperties.PREFIX)
record SeckillLimitProperties(
        @DefaultValue Bucket node,
        @DefaultValue Bucket cluster,
        @DefaultValue Bucket buyer,
        @DefaultValue Bucket address) {

    static final String PREFIX = "seckill.limit";
    static final List<String> NAMES = List.of("node", "cluster", "buyer", "address");

    private static final String CAPACITY = ".capacity";

    /**
     * The size of a limit.
     *
     * @param capacity Purchases that may come at once after a pause, at most a million; zero turns the limit off.
     * @param refill Purchases that may follow in each period, at most a million; zero means as many as the capacity.
     * @param per The period, 1 ms to 1 h.
     */
    record Bucket(
            @DefaultValue("0") int capacity,
            @DefaultValue("0") int refill,
            @DefaultValue("1s") Duration per) {

        private RateLimit size(String property) {
            Bounds.within(property + CAPACITY, capacity, 1, (int) RateLimit.MAX_TOKENS);
            Bounds.within(property + ".refill", refill, 0, (int) RateLimit.MAX_TOKENS);
            try {
                return new RateLimit(capacity, refill == 0 ? capacity : refill, per);
            } catch (IllegalArgumentException e) {
                throw new InvalidConfigurationPropertyValueException(
                        property + ".per", per, String.valueOf(e.getMessage()));
            }
        }
    }

    /**
     * Returns the limits that are on.
     *
     * @param environment where the properties come from
     */
    Map<LimitKind, RateLimit> limits(Environment environment) {
        for (String name : NAMES) {
            refuseWithoutCapacity(PREFIX + "." + name, environment);
        }
        Map<LimitKind, RateLimit> limits = new EnumMap<>(LimitKind.class);
        add(limits, LimitKind.NODE, "node", node);
        add(limits, LimitKind.CLUSTER, "cluster", cluster);
        add(limits, LimitKind.BUYER, "buyer", buyer);
        add(limits, LimitKind.ADDRESS, "address", address);
        return limits;
    }

    private static void refuseWithoutCapacity(String property, Environment environment) {
        for (String part : List.of(".refill", ".per")) {
            String value = environment.getProperty(property + part);
            if (value != null && !environment.containsProperty(property + CAPACITY)) {
                throw new InvalidConfigurationPropertyValueException(
                        property + part,
                        value,
                        "Set " + property + CAPACITY + " too, without which nothing is limited.");
            }
        }
    }

    private static void add(Map<LimitKind, RateLimit> limits, LimitKind kind, String name, Bucket bucket) {
        if (bucket.capacity != 0) {
            limits.put(kind, bucket.size(PREFIX + "." + name));
        }
    }
}
