package io.seckill.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.sample.ShopClient;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.TestPropertySource;

/** Outside the demo, in a shop that wants tokens and has no place for event streams. */
@BrowserTest
@ActiveProfiles({})
@TestPropertySource(
        properties = {
            "sample.admin.password=demo-admin",
            "sample.buyers.alice=rabbit",
            "sample.token.required=true",
            "sample.events.max=0"
        })
class LoggedInBuyerTest {

    @RegisterExtension
    static final Browser browser = new Browser();

    @LocalServerPort
    private int port;

    @Test
    void logsInBuysPaysAndLogsOut() throws Exception {
        ShopClient shop = new ShopClient(port);
        shop.opened("members", 10, 1, Duration.ofMinutes(30));
        BuyerPage page = new BuyerPage(browser, port).open();

        page.click("members", "Log in to buy"); // leads to the link
        browser.driver().switchTo().activeElement().click();
        browser.see("#username").sendKeys("alice");
        browser.see("#password").sendKeys("rabbit");
        browser.see("button[type=submit]").click();
        browser.see("#here strong", "alice");

        page.click("members", "Buy for");
        page.see("members", ".status", "Yours");
        page.press("members", ".pay");
        page.see("members", ".status", "Paid");
        assertThat(browser.requests()).anyMatch(url -> url.endsWith("/members/token"));

        browser.see("#here button").click();
        browser.see("#login");
        page.button("members", "Log in to buy");
    }
}
