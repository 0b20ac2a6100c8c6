package io.seckill.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.redis.Finding.Code;
import io.seckill.redis.driver.LuaScript;
import io.seckill.redis.driver.RedisDriver;
import io.seckill.redis.driver.Reply;
import io.seckill.spi.Subscription;
import io.seckill.test.server.LocalRedis;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @ParameterizedTest
    @CsvSource({"5.0.14, true", "6.0.16, true", "6.2.0, false", "7.0.15, false", "8.2.1, false", "10.0, false"})
    void refusesAServerThatIsTooOld(String version, boolean tooOld) {
        start();
        RedisDriver pretended = new RedisDriver() {
            @Override
            public CompletionStage<Reply> eval(LuaScript script, List<String> keys, List<String> args) {
                return script.name().equals("check-server.lua")
                        ? CompletableFuture.completedStage(Reply.of(List.of(version, "noeviction", "1")))
                        : driver.eval(script, keys, args);
            }

            @Override
            public Subscription subscribe(String channel, Consumer<String> listener) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void close() {}
        };

        List<Finding> findings = new RedisStartupCheck(pretended, new RedisKeys("shop", 8)).run();

        assertThat(findings).hasSize(tooOld ? 1 : 0).allSatisfy(finding -> {
            assertThat(finding.code()).isEqualTo(Code.TOO_OLD);
            assertThat(finding.fatal()).isTrue();
            assertThat(finding.message()).contains(version, "6.2");
        });
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
