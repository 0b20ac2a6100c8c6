package io.seckill.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.SaleId;
import org.junit.jupiter.api.Test;

/** Tabs share a cookie, and yet each acts as the buyer whose name it shows. */
class TabsTest extends InTheShop {

    @Test
    void aStreamEndsWhenAnotherTabTakesTheSession() throws Exception {
        shop.opened("streaming", 10, 1, HALF_AN_HOUR);
        page.comeAs("alice");
        browser.driver().executeScript("""
                const close = EventSource.prototype.close;
                EventSource.prototype.close = function () {
                    document.body.dataset.closed = "yes";
                    close.call(this);
                }""");
        page.click("streaming", "Buy");
        page.see("streaming", ".status", "Yours");
        browser.await(driver -> browser.requests().stream().anyMatch(url -> url.endsWith("/events")));

        browser.driver().executeScript("""
                const frame = document.createElement("iframe"); // as another tab, which would hide this one
                document.body.append(frame);
                frame.contentWindow.localStorage.setItem("seckill.who", "bob")""");

        browser.see("[data-closed]");
        page.press("streaming", ".pay");
        page.see("streaming", ".status", "Paid");
        assertThat(browser.requests()).noneMatch(url -> url.endsWith("/events"));
    }

    @Test
    void twoTabsAreTwoBuyers() throws Exception {
        SaleId sale = shop.opened("tabs", 10, 1, HALF_AN_HOUR);
        page.comeAs("alice");
        String alices = browser.driver().getWindowHandle();
        browser.newTab();
        page.open();
        browser.see("#here button").click(); // here she is, too
        page.comeAs("bob");

        browser.driver().switchTo().window(alices);
        browser.requests();
        page.click("tabs", "Buy");
        page.see("tabs", ".status", "Yours");
        page.press("tabs", ".pay");

        page.see("tabs", ".status", "Paid");
        assertThat(browser.requests()).isNotEmpty().noneMatch(url -> url.endsWith("/events")); // they would be bob's
        browser.see("#here strong", "alice");
        assertThat(shop.buy(sale, "alice", "").statusCode()).isEqualTo(409); // she has hers
        assertThat(shop.buy(sale, "bob", "").statusCode()).isEqualTo(202);
    }
}
