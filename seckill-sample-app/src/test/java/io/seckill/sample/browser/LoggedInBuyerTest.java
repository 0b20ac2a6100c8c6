package io.seckill.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.sample.ShopClient;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
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
            "sample.buyers.bob=hare",
            "sample.token.required=true",
            "sample.events.max=0"
        })
class LoggedInBuyerTest {

    @RegisterExtension
    static final Browser browser = new Browser();

    @LocalServerPort
    private int port;

    private ShopClient shop;
    private BuyerPage page;

    @BeforeEach
    void comeIn() {
        shop = new ShopClient(port);
        page = new BuyerPage(browser, port).open();
    }

    @Test
    void logsInBuysPaysAndLogsOut() throws Exception {
        shop.opened("members", 10, 1, Duration.ofMinutes(30));
        page.click("members", "Log in to buy"); // leads to the link
        browser.driver().switchTo().activeElement().click();
        logIn("alice", "rabbit");

        page.click("members", "Buy for");
        page.see("members", ".status", "Yours");
        page.press("members", ".pay");
        page.see("members", ".status", "Paid");
        assertThat(browser.requests()).anyMatch(url -> url.endsWith("/members/token"));

        browser.see("#here button").click();
        browser.see("#login");
        page.button("members", "Log in to buy");
    }

    @Test
    void whoeverAnotherHasReplacedInAnotherTabIsToldSoAndNothingIsBought() throws Exception {
        shop.opened("replaced", 10, 1, Duration.ofMinutes(30));
        browser.open(port, "/login");
        logIn("alice", "rabbit");
        page.button("replaced", "Buy for");
        String alices = browser.driver().getWindowHandle();
        browser.newTab();
        page.open();
        browser.see("#here button").click();
        browser.see("#login").click();
        logIn("bob", "hare");

        browser.driver().switchTo().window(alices);
        page.click("replaced", "Buy for");

        browser.see("#trouble", "bob has logged in in another tab, so this is bob's page now.");
        browser.see("#here strong", "bob");
        browser.shoot("replaced");
        assertThat(shop.overview("/sales/replaced")).contains("\"available\":10");
        page.click("replaced", "Buy for");
        page.see("replaced", ".status", "Yours");
        assertThat(shop.overview("/sales/replaced")).contains("\"available\":9");
    }

    private static void logIn(String name, String password) {
        browser.see("#username").sendKeys(name);
        browser.see("#password").sendKeys(password);
        browser.see("button[type=submit]").click();
        browser.see("#here strong", name);
    }
}
