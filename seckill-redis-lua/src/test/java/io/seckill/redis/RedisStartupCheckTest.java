package io.seckill.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.redis.Finding.Code;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.test.server.LocalRedis;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RedisStartupCheckTest {

    private LocalRedis redis;
    private RedisDriver driver;

    private void start(String... options) {
        redis = LocalRedis.start(options);
        driver = Backend.lettuce(redis);
    }

    @AfterEach
    void stop() {
        driver.close();
        redis.close();
    }

    @Test
    void findsNothingOnAServerThatIsFit() {
        start("--appendonly", "yes");

        assertThat(check(8)).isEmpty();
        assertThat(check(8)).isEmpty();
    }

    @Test
    void warnsOfAServerThatForgets() {
        start("--maxmemory-policy", "volatile-lru");

        assertThat(check(8)).extracting(Finding::code).containsExactly(Code.EVICTION, Code.NOT_PERSISTENT);
        assertThat(check(8))
                .noneMatch(Finding::fatal)
                .first()
                .satisfies(finding ->
                        assertThat(finding.message()).contains("maxmemory-policy volatile-lru", "noeviction"));
    }

    @Test
    void refusesAnotherNumberOfPartitionsThanTheDataHas() {
        start("--appendonly", "yes");
        check(8);

        assertThat(check(16)).singleElement().satisfies(finding -> {
            assertThat(finding.fatal()).isTrue();
            assertThat(finding.code()).isEqualTo(Code.PARTITIONS_CHANGED);
            assertThat(finding.message()).contains("8 partitions", "16 are configured", "shop:partitions");
        });
        assertThat(check(8)).isEmpty();
    }

    @Test
    void saysSoWhenRedisDoesNotAnswer() {
        start();
        redis.kill();
        driver.close();

        assertThat(check(8)).singleElement().returns(Code.UNREACHABLE, Finding::code);
    }

    @Test
    void looksAtEveryNodeOfACluster() {
        start();
        RedisKeys keys = new RedisKeys("startup-check", 8);

        List<Finding> findings = new RedisStartupCheck(Backend.LETTUCE_CLUSTER.driver(), keys).run();

        assertThat(findings).extracting(Finding::code).containsExactly(Code.NOT_PERSISTENT);
    }

    private List<Finding> check(int partitions) {
        return new RedisStartupCheck(driver, new RedisKeys("shop", partitions)).run();
    }
}
