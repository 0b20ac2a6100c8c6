package io.seckill.sample.browser;

import io.seckill.sample.ShopClient;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.test.web.server.LocalServerPort;

/** One browser, before the buyer's page. */
@BrowserTest
abstract class InTheShop {

    static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);

    @RegisterExtension
    static final Browser browser = new Browser();

    @LocalServerPort
    int port;

    ShopClient shop;
    BuyerPage page;

    @BeforeEach
    void comeIn() {
        shop = new ShopClient(port);
        page = new BuyerPage(browser, port);
    }
}
