package io.seckill.sample.demo;

import io.seckill.sample.security.SampleProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.context.annotation.Profile;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Says where to click, once there is something to see, and falls silent when it is over. */
@Component
@Profile("demo")
class Greeting {

    private static final Logger log = LoggerFactory.getLogger(Greeting.class);

    private final SampleProperties properties;
    private final Environment environment;
    private final LoggingSystem logging;

    Greeting(SampleProperties properties, Environment environment, LoggingSystem logging) {
        this.properties = properties;
        this.environment = environment;
        this.logging = logging;
    }

    @EventListener(ApplicationReadyEvent.class)
    void greet() {
        String url = "http://localhost:" + environment.getProperty("local.server.port");
        log.info(
                """
                The shop is open. Stop it with Ctrl-C.

                  Start here       {}/
                  The lab          {}/lab
                  API page         {}/swagger-ui.html
                  Buy a coupon     curl -i -X POST -H 'X-Buyer-Id: alice' {}/api/sales/{}/purchases
                  Starts soon      {}/api/sales/{}
                  Operator         {}/admin/  user admin, password {}
                """,
                url,
                url,
                url,
                url,
                DemoSales.NOW,
                url,
                DemoSales.SOON,
                url,
                properties.admin().password());
    }

    /** Where there is no {@code setsid}, Ctrl-C ends the demo's Redis at the same moment as the shop: what it says of that helps nobody. */
    @EventListener(ContextClosedEvent.class)
    @Order(Ordered.HIGHEST_PRECEDENCE) // before others end what they do, which is heard too
    void fallSilent() {
        logging.getLoggerConfigurations().stream()
                .filter(logger -> logger.getConfiguredLevel() != null)
                .forEach(logger -> logging.setLogLevel(logger.getName(), LogLevel.OFF));
    }
}
