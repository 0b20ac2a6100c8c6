package io.seckill.test.server;

import java.util.List;

/** Started Redis servers, one or those of a cluster. */
interface RedisServers extends AutoCloseable {

    /** Starts servers and waits until each answers. */
    @FunctionalInterface
    interface Launcher {
        RedisServers start(int servers, boolean cluster, List<String> options);
    }

    default String host() {
        return "127.0.0.1";
    }

    List<Integer> ports();

    void kill();

    void stop();

    void restart();

    void pause();

    void resume();

    @Override
    void close();
}
