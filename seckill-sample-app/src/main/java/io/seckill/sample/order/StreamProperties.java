package io.seckill.sample.order;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How buyers are told of changes to their orders.
 *
 * @param max streams open at once on this node; whoever comes then is told to poll
 * @param maxPerBuyer streams that one buyer may have open at once on this node, so that nobody takes the places of all
 * @param timeout after which a stream closes though the order may change yet; the browser opens a new one by itself
 * @param recheck pause between two looks at an order of which nothing is heard
 */
@Validated
@ConfigurationProperties("sample.events")
record StreamProperties(
        @DefaultValue("1000") @Min(0) int max,
        @DefaultValue("10") @Min(0) int maxPerBuyer,
        @DefaultValue("5m") Duration timeout,
        @DefaultValue("5s") Duration recheck) {}
