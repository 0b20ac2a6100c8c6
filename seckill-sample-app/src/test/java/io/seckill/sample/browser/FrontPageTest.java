package io.seckill.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.test.web.server.LocalServerPort;

@BrowserTest
class FrontPageTest {

    @RegisterExtension
    static final Browser browser = new Browser();

    @LocalServerPort
    private int port;

    @Test
    void leadsToTheShop() throws Exception {
        browser.open(port, "/");

        browser.see("h1", "Coupon flash sale");
        browser.shoot("front");
        assertThat(browser.requests()).contains("http://127.0.0.1:" + port + "/");
    }
}
