package io.seckill.spring.health;

import java.util.Map;

/** How the selling is doing, and by which figures. */
record HealthReport(String status, Map<String, Object> details) {

    static final String UP = "UP";
    static final String DOWN = "DOWN";

    /** It sells, but orders do not get on as they should. No reason to take the node away: HTTP 200. */
    static final String DEGRADED = "DEGRADED";
}
