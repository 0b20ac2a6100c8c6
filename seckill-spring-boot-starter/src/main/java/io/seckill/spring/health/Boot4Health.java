package io.seckill.spring.health;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** The report as Spring Boot 4 wants it. */
record Boot4Health(SeckillHealth judge) implements HealthIndicator {

    @Override
    public Health health() {
        HealthReport report = judge.report();
        return Health.status(report.status()).withDetails(report.details()).build();
    }
}
