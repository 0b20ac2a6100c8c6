package io.seckill.sample.sale;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What everybody sees of the sales.
 *
 * @param maxAge how old the figures may be
 */
@ConfigurationProperties("sample.board")
record BoardProperties(@DefaultValue("500ms") Duration maxAge) {}
