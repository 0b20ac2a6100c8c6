package io.seckill.zookeeper;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;

/** What the client has said about its sessions so far. */
final class Session implements ConnectionStateListener {

    private volatile boolean suspended;
    private volatile int lost;

    /** Called by one thread of the client, in the order in which things happened. */
    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public void stateChanged(CuratorFramework client, ConnectionState state) {
        if (state == ConnectionState.LOST) {
            lost++;
        }
        suspended = !state.isConnected();
    }

    /** Returns the number of the present session: how many were lost before it. */
    int number() {
        return lost;
    }

    /** Returns whether this session is connected, as far as the client knows. */
    boolean isAlive(int number) {
        return !suspended && number == lost;
    }
}
