package io.seckill.test.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class LocalRedisTest {

    @Test
    void keepsWhatWasWrittenAcrossAStopWithAppendOnly() {
        try (LocalRedis redis = LocalRedis.start("--appendonly", "yes")) {
            redis.command("SET", "key", "value");

            redis.stop();
            assertThatThrownBy(() -> redis.command("GET", "key")).isInstanceOf(UncheckedIOException.class);
            redis.restart();

            assertThat(redis.command("GET", "key")).isEqualTo("value");
        }
    }

    @Test
    void forgetsEverythingWhenKilledWithoutPersistence() {
        try (LocalRedis redis = LocalRedis.start()) {
            redis.command("SET", "key", "value");

            redis.kill();
            redis.restart();

            assertThat(redis.command("GET", "key")).isNull();
        }
    }

    @Test
    void answersOnlyAfterItWasResumed() throws Exception {
        try (LocalRedis redis = LocalRedis.start()) {
            redis.pause();
            CompletableFuture<Object> reply = CompletableFuture.supplyAsync(() -> redis.command("PING"));
            assertThatThrownBy(() -> reply.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);

            redis.resume();

            assertThat(reply.get(5, TimeUnit.SECONDS)).isEqualTo("PONG");
        }
    }

    @Test
    void startsAClusterInWhichEveryNodeKnowsWhoHasASlot() {
        try (LocalRedis cluster = LocalRedis.startCluster()) {
            assertThat(cluster.ports()).hasSize(3);
            assertThatThrownBy(() -> cluster.commandAt(cluster.ports().get(0), "GET", "foo"))
                    .hasMessage("MOVED 12182 127.0.0.1:" + cluster.ports().get(2));
            assertThat(cluster.commandAt(cluster.ports().get(2), "SET", "foo", "bar"))
                    .isEqualTo("OK");
        }
    }

    @Test
    void leavesNoFolderBehind() {
        LocalRedis redis = LocalRedis.start();
        List<?> setting = (List<?>) Objects.requireNonNull(redis.command("CONFIG", "GET", "dir"));
        Path folder = Path.of(setting.get(1).toString());

        redis.close();

        assertThat(folder).doesNotExist();
        assertThat(folder.getParent()).doesNotExist();
    }

    @Test
    void readsOneFieldOfInfo() {
        assertThat(LocalRedis.shared().info("redis_version")).matches("\\d+\\.\\d+\\.\\d+");
    }
}
