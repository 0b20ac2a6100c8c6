package io.seckill.redis.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.seckill.SeckillUnavailableException;
import io.seckill.spi.Subscription;
import io.seckill.test.server.LocalRedis;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** What both drivers promise, each on a server of its own that is frozen, killed and restarted. */
@ParameterizedClass
@EnumSource
class RedisDriverTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private static final LuaScript ECHO = LuaScript.of(
            "echo.lua", "return { ARGV[1], 42, false, { KEYS[1], { ARGV[2] } }, redis.status_reply('OK') }");
    private static final LuaScript COUNT = LuaScript.of("count.lua", "return { redis.call('INCR', KEYS[1]) }");

    enum Kind {
        LETTUCE,
        SPRING_DATA_LETTUCE,
        SPRING_DATA_JEDIS
    }

    @Parameter
    private Kind kind;

    private LocalRedis redis;
    private RedisDriver driver;
    private AutoCloseable client;

    @BeforeEach
    void start() {
        redis = LocalRedis.start("--appendonly", "yes", "--appendfsync", "always");
        driver = connect();
    }

    @AfterEach
    void stop() throws Exception {
        driver.close();
        client.close();
        redis.close();
    }

    private RedisDriver connect() {
        switch (kind) {
            case LETTUCE -> {
                RedisClient lettuce = RedisClient.create(redis.uri());
                client = lettuce;
                return LettuceDriver.of(lettuce, TIMEOUT);
            }
            case SPRING_DATA_LETTUCE -> {
                LettuceConnectionFactory factory = new LettuceConnectionFactory(redis.host(), redis.port());
                factory.afterPropertiesSet();
                factory.start();
                client = factory::destroy;
                return new SpringDataDriver(factory, 4, TIMEOUT);
            }
            default -> {
                JedisConnectionFactory factory =
                        new JedisConnectionFactory(new RedisStandaloneConfiguration(redis.host(), redis.port()));
                factory.afterPropertiesSet();
                factory.start();
                client = factory::destroy;
                return new SpringDataDriver(factory, 4, TIMEOUT);
            }
        }
    }

    @Test
    void bringsEveryTypeOfReply() {
        Reply reply = join(driver.eval(ECHO, List.of("key"), List.of("541239876543210987", "秒杀")));

        assertThat(reply.size()).isEqualTo(5);
        assertThat(reply.text(0)).isEqualTo("541239876543210987");
        assertThat(reply.number(0)).isEqualTo(541239876543210987L);
        assertThat(reply.number(1)).isEqualTo(42);
        assertThat(reply.isNull(2)).isTrue();
        assertThat(reply.list(3).text(0)).isEqualTo("key");
        assertThat(reply.list(3).list(1).text(0)).isEqualTo("秒杀");
        assertThat(reply.text(4)).isEqualTo("OK");
    }

    @Test
    void bringsAnEmptyReply() {
        assertThat(join(driver.eval(LuaScript.of("empty.lua", "return {}"), List.of("key"), List.of()))
                        .size())
                .isZero();
    }

    @Test
    void goesOnWhenRedisForgotTheScript() {
        join(count());
        redis.command("SCRIPT", "FLUSH");

        assertThat(join(count()).number(0)).isEqualTo(2);
    }

    @Test
    void knowsTheOutcomeWhenRedisRefuses() {
        redis.command("SET", "count", "words");
        redis.command("RPUSH", "list", "1");

        assertThat(failure(driver.eval(COUNT, List.of("list"), List.of())))
                .hasMessageContaining("WRONGTYPE")
                .hasMessageContaining("count.lua")
                .returns(true, SeckillUnavailableException::outcomeKnown);
        assertThat(failure(count()))
                .hasMessageContaining("not an integer")
                .returns(false, SeckillUnavailableException::outcomeKnown);
    }

    @Test
    void failsOnAnErrorAmongTheResults() {
        LuaScript script = LuaScript.of("nested.lua", "return { 1, redis.pcall('INCR', KEYS[1]) }");
        redis.command("SET", "count", "words");

        assertThat(failure(driver.eval(script, List.of("count"), List.of())).outcomeKnown())
                .isFalse();
    }

    @Test
    void doesNotKnowTheOutcomeWhenTheReplyDoesNotCome() {
        join(count());
        redis.pause();
        CompletionStage<Reply> stage = count();

        SeckillUnavailableException failure = failure(stage);
        redis.resume();

        assertThat(failure).returns(false, SeckillUnavailableException::outcomeKnown);
        await().untilAsserted(() -> assertThat(redis.command("GET", "count")).isEqualTo("2"));
    }

    @Test
    void everyCallCompletesAndNoneRunsTwiceWhenConnectionsAreKilled() {
        join(count());
        List<CompletionStage<Reply>> calls = IntStream.range(0, 2_000)
                .mapToObj(i -> {
                    if (i % 100 == 50) {
                        redis.command("CLIENT", "KILL", "TYPE", "normal");
                    }
                    return count();
                })
                .toList();

        Outcomes outcomes = Outcomes.of(calls);

        long runs = Long.parseLong(String.valueOf(redis.command("GET", "count"))) - 1;
        assertThat(runs).isGreaterThanOrEqualTo(outcomes.done);
        if (kind != Kind.SPRING_DATA_LETTUCE) {
            assertThat(runs).isLessThanOrEqualTo(outcomes.done + outcomes.unknown);
        }
        await().untilAsserted(() -> assertThat(join(count()).number(0)).isPositive());
    }

    @Test
    void everyCallCompletesWhenRedisIsKilledAndItGoesOnAfterARestart() {
        join(count());
        List<CompletionStage<Reply>> before =
                Stream.generate(this::count).limit(200).toList();
        redis.kill();
        List<CompletionStage<Reply>> down =
                Stream.generate(this::count).limit(20).toList();

        Outcomes outcomes = Outcomes.of(before);
        Outcomes outcomesDown = Outcomes.of(down);
        redis.restart();

        assertThat(outcomesDown.done).isZero();
        await().atMost(Duration.ofSeconds(20))
                .ignoreExceptions()
                .until(() -> join(count()).size() == 1);
        assertThat(outcomes.done + outcomes.unknown + outcomes.unchanged).isEqualTo(200);
    }

    @Test
    void neverRunsACallThatItReportedAsNotSent() {
        assumeThat(kind)
                .as("a connection shared with others keeps calls for later")
                .isNotEqualTo(Kind.SPRING_DATA_LETTUCE);
        join(count());
        redis.kill();

        await().atMost(Duration.ofSeconds(20)).until(() -> failure(count()).outcomeKnown());
        redis.restart();

        await().atMost(Duration.ofSeconds(20))
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(join(count()).number(0)).isEqualTo(2));
    }

    @Test
    void tellsEveryListenerUntilItIsClosed() {
        Queue<String> first = new ConcurrentLinkedQueue<>();
        Queue<String> second = new ConcurrentLinkedQueue<>();
        Subscription one = driver.subscribe("news", first::add);
        Subscription two = driver.subscribe("news", message -> {
            second.add(message);
            throw new IllegalStateException("a listener that fails");
        });
        publishUntilHeard("a", first);
        publishUntilHeard("b", second);

        one.close();
        one.close();
        publishUntilHeard("c", second);

        assertThat(first).doesNotContain("c");
        two.close();
    }

    @Test
    void listensAgainAfterARestartOfRedis() {
        Queue<String> heard = new ConcurrentLinkedQueue<>();
        Subscription subscription = driver.subscribe("news", heard::add);
        publishUntilHeard("before", heard);

        redis.kill();
        redis.restart();

        publishUntilHeard("after", heard);
        subscription.close();
    }

    private void publishUntilHeard(String message, Queue<String> heard) {
        await().atMost(Duration.ofSeconds(20)).until(() -> {
            redis.command("PUBLISH", "news", message);
            return heard.contains(message);
        });
    }

    private CompletionStage<Reply> count() {
        return driver.eval(COUNT, List.of("count"), List.of());
    }

    private static Reply join(CompletionStage<Reply> stage) {
        return stage.toCompletableFuture().join();
    }

    private static SeckillUnavailableException failure(CompletionStage<Reply> stage) {
        try {
            throw new AssertionError("succeeded with " + join(stage));
        } catch (CompletionException e) {
            return (SeckillUnavailableException) e.getCause();
        }
    }

    /** How many calls ended in which way; waits for all of them. */
    private record Outcomes(int done, int unknown, int unchanged) {

        static Outcomes of(List<CompletionStage<Reply>> calls) {
            int done = 0;
            int unknown = 0;
            int unchanged = 0;
            for (CompletionStage<Reply> call : calls) {
                try {
                    call.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
                    done++;
                } catch (CompletionException e) {
                    if (((SeckillUnavailableException) e.getCause()).outcomeKnown()) {
                        unchanged++;
                    } else {
                        unknown++;
                    }
                }
            }
            return new Outcomes(done, unknown, unchanged);
        }
    }
}
