package io.seckill.test.server;

import java.util.List;

/** A server that somebody else started: it is used, never ended. */
record RunningRedis(String host, List<Integer> ports) implements RedisServers {

    @Override
    public void kill() {
        throw notOurs();
    }

    @Override
    public void stop() {
        throw notOurs();
    }

    @Override
    public void restart() {
        throw notOurs();
    }

    @Override
    public void pause() {
        throw notOurs();
    }

    @Override
    public void resume() {
        throw notOurs();
    }

    @Override
    public void close() {
        // it goes on
    }

    private UnsupportedOperationException notOurs() {
        return new UnsupportedOperationException("the Redis at " + host + ":" + ports.get(0) + " was not started here");
    }
}
