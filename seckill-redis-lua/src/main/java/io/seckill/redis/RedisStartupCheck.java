package io.seckill.redis;

import io.seckill.SeckillUnavailableException;
import io.seckill.redis.driver.LuaScript;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.redis.driver.Reply;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Looks whether Redis is fit for selling, on every server that holds a partition, and fixes the number of partitions at the first start.
 *
 * @since 0.1
 */
public final class RedisStartupCheck {

    private static final LuaScript CHECK = LuaScript.beside(RedisStartupCheck.class, "check-server.lua");
    private static final LuaScript FIX = LuaScript.beside(RedisStartupCheck.class, "fix-partitions.lua");

    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+).*");
    private static final int MAJOR = 6;
    private static final int MINOR = 2;

    private final RedisDriver driver;
    private final RedisKeys keys;

    /** Makes a check of the servers that hold these keys. */
    public RedisStartupCheck(RedisDriver driver, RedisKeys keys) {
        this.driver = driver;
        this.keys = keys;
    }

    /**
     * Returns what is wrong, each finding once; empty if all is well. Never throws for what it finds. Blocks for some calls to Redis, at
     * most one for each partition and one more.
     */
    public List<Finding> run() {
        Set<Finding> findings = new LinkedHashSet<>();
        try {
            for (int partition = 0; partition < keys.partitions(); partition++) {
                RedisCall.await(
                        driver, CHECK, List.of(keys.outbox(partition)), List.of(), reply -> judge(reply, findings));
            }
            if (findings.stream().noneMatch(Finding::fatal)) {
                checkPartitions(findings);
            }
        } catch (SeckillUnavailableException e) {
            findings.add(new Finding(
                    Finding.Code.UNREACHABLE,
                    "Redis gave no usable answer: " + e.getMessage()
                            + ". Check that it runs and that host, port and credentials are right."));
        }
        return List.copyOf(findings);
    }

    private boolean judge(Reply server, Set<Finding> findings) {
        String version = server.text(0);
        String policy = server.text(1);
        if (tooOld(version)) {
            findings.add(new Finding(
                    Finding.Code.TOO_OLD,
                    "Redis is version " + version + ", but " + MAJOR + "." + MINOR
                            + " or newer is needed. Upgrade Redis."));
        }
        if (!policy.isEmpty() && !policy.equals("noeviction")) {
            findings.add(new Finding(
                    Finding.Code.EVICTION,
                    "Redis has maxmemory-policy " + policy
                            + ", so it may delete sales and buyers when memory is short. Set"
                            + " maxmemory-policy to noeviction."));
        }
        if (server.text(2).equals("0")) {
            findings.add(new Finding(
                    Finding.Code.NOT_PERSISTENT,
                    "Redis has appendonly no, so a restart forgets sales and accepted reservations. Set appendonly to yes, and"
                            + " appendfsync to everysec or always."));
        }
        return true;
    }

    private static boolean tooOld(String version) {
        Matcher parts = VERSION.matcher(version);
        if (!parts.matches()) {
            return false;
        }
        int major = Integer.parseInt(parts.group(1));
        return major < MAJOR || major == MAJOR && Integer.parseInt(parts.group(2)) < MINOR;
    }

    private void checkPartitions(Set<Finding> findings) {
        String wanted = Integer.toString(keys.partitions());
        String fixed =
                RedisCall.await(driver, FIX, List.of(keys.partitionCount()), List.of(wanted), reply -> reply.text(0));
        if (!fixed.equals(wanted)) {
            findings.add(new Finding(
                    Finding.Code.PARTITIONS_CHANGED,
                    "the data in Redis has " + fixed + " partitions (key " + keys.partitionCount() + "), but " + wanted
                            + " are configured, so its sales would not be found. Configure " + fixed
                            + " partitions, or use another key prefix."));
        }
    }
}
