package io.seckill.spring.internal;

import org.springframework.context.SmartLifecycle;

/**
 * The order of starting; stopping goes the other way round. All lie above the connection factory, which closes its connections when it
 * stops, and below the web server, so that requests under way can still buy.
 *
 * @since 0.1
 */
public final class Phases {

    private static final int BELOW_WEB_SERVER = SmartLifecycle.DEFAULT_PHASE - 4_096;

    /** The connection to Redis. */
    public static final int DRIVER = BELOW_WEB_SERVER - 4;

    /** The relay, and the sweep of orders. */
    public static final int RELAY = BELOW_WEB_SERVER - 3;

    /** The engine. */
    public static final int ENGINE = BELOW_WEB_SERVER - 2;

    /** What runs by a schedule. */
    public static final int SCHEDULES = BELOW_WEB_SERVER - 1;

    private Phases() {}
}
