package io.seckill.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.SaleId;
import org.junit.jupiter.api.Test;

/** Tabs share a cookie, and yet each acts as the buyer whose name it shows. */
class TabsTest extends InTheShop {

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
        page.click("tabs", "Buy");
        page.see("tabs", ".status", "Yours");
        page.press("tabs", ".pay");

        page.see("tabs", ".status", "Paid");
        browser.see("#here strong", "alice");
        assertThat(shop.buy(sale, "alice", "").statusCode()).isEqualTo(409); // she has hers
        assertThat(shop.buy(sale, "bob", "").statusCode()).isEqualTo(202);
    }
}
