package io.seckill.redis;

import io.seckill.SaleId;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Names every key and channel. A sale and all its keys live in one of a fixed number of partitions; each partition is one hash tag, so
 * that on a cluster it lies on one node. A lock is a hash tag of its own, and so is a limit's bucket.
 *
 * @since 0.1
 */
public final class RedisKeys {

    /** Prefix of all keys unless configured. */
    public static final String DEFAULT_PREFIX = "seckill";

    /** Number of partitions unless configured. */
    public static final int DEFAULT_PARTITIONS = 8;

    private static final int MAX_PARTITIONS = 1_024;

    private final String prefix;
    private final int partitions;

    /**
     * Makes the names.
     *
     * @param prefix start of every key, without braces
     * @param partitions 1 to 1024; fixed for as long as the data lives
     * @throws IllegalArgumentException if one of them is malformed
     */
    public RedisKeys(String prefix, int partitions) {
        if (prefix.isEmpty() || prefix.indexOf('{') >= 0 || prefix.indexOf('}') >= 0 || prefix.indexOf(' ') >= 0) {
            throw new IllegalArgumentException(
                    "the key prefix must be at least one character, without { } and blanks, but was '" + prefix + "'");
        }
        if (partitions < 1 || partitions > MAX_PARTITIONS) {
            throw new IllegalArgumentException("partitions must be 1 to " + MAX_PARTITIONS + ", but was " + partitions);
        }
        this.prefix = prefix;
        this.partitions = partitions;
    }

    /** Returns the names with the default prefix and number of partitions. */
    public static RedisKeys defaults() {
        return new RedisKeys(DEFAULT_PREFIX, DEFAULT_PARTITIONS);
    }

    /** Returns the number of partitions. */
    public int partitions() {
        return partitions;
    }

    /** Returns the partition of a sale, from 0. */
    public int partition(SaleId sale) {
        return crc16(sale.value()) % partitions;
    }

    /** Returns the hash of a sale's definition and counters. */
    public String sale(SaleId sale) {
        return ofSale("sale", sale);
    }

    /** Returns the hash of a sale's buyers. */
    public String buyers(SaleId sale) {
        return ofSale("buyers", sale);
    }

    /** Returns the stream of the changes that operators made to a sale. */
    public String audit(SaleId sale) {
        return ofSale("audit", sale);
    }

    /** Returns the hash of a sale's changes that were made under a key. */
    public String changes(SaleId sale) {
        return ofSale("changes", sale);
    }

    /** Returns the count of a sale that uses the stock guard. */
    public String stock(SaleId sale) {
        return ofSale("stock", sale);
    }

    /** Returns the hash of a sale's buyers that the one-per-user guard keeps. */
    public String slots(SaleId sale) {
        return ofSale("slots", sale);
    }

    /** Returns the stream of reservations on their way to the order sink. */
    public String outbox(int partition) {
        return inPartition(partition, "outbox");
    }

    /** Returns the stream of reservations that were given up. */
    public String dead(int partition) {
        return inPartition(partition, "dead");
    }

    /** Returns the hash of leased node numbers. */
    public String nodes() {
        return prefix + ":{ids}:nodes";
    }

    /** Returns the hash of all sales. */
    public String registry() {
        return prefix + ":sales";
    }

    /** Returns the key that fixes the number of partitions. */
    public String partitionCount() {
        return prefix + ":partitions";
    }

    /** Returns the string that names the holder of a lock. */
    public String lockHolder(String name) {
        return ofLock(name, "holder");
    }

    /** Returns the string with the last fencing token of a lock. */
    public String lockToken(String name) {
        return ofLock(name, "token");
    }

    /** Returns what Redisson knows a lock as; locks of different kinds are different locks. */
    public String lockOfRedisson(String kind, String name) {
        return ofLock(name, "redisson-" + kind);
    }

    /** Returns the string that keeps the token bucket of a limit. */
    public String limit(String kind, String name) {
        return prefix + ":{limit:" + kind + ":" + name + "}";
    }

    /** Returns the channel on which locks that were given back are named. */
    public String lockSignals() {
        return prefix + ":locks";
    }

    /** Returns the channel of all announcements: {@code outbox <partition>}, {@code stock <sale>} and {@code orders <order> ...}. */
    public String signals() {
        return prefix + ":signals";
    }

    private String ofSale(String what, SaleId sale) {
        return inPartition(partition(sale), what) + ":" + sale;
    }

    /** A name may hold any character, a brace too; so it is written as in a URL. */
    private String ofLock(String name, String what) {
        return prefix + ":{lock:" + URLEncoder.encode(name, StandardCharsets.UTF_8) + "}:" + what;
    }

    private String inPartition(int partition, String what) {
        return prefix + ":{" + partition + "}:" + what;
    }

    /** CRC-16/XMODEM, as Redis Cluster computes slots. */
    static int crc16(String text) {
        int crc = 0;
        for (byte b : text.getBytes(StandardCharsets.US_ASCII)) {
            crc ^= (b & 0xff) << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) == 0 ? crc << 1 : crc << 1 ^ 0x1021;
            }
            crc &= 0xffff;
        }
        return crc;
    }
}
