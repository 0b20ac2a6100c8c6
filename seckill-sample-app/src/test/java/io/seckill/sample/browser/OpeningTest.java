package io.seckill.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.SaleId;
import io.seckill.sample.ShopClient;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.WebElement;

/** What becomes of a sale while somebody looks, who touches nothing. */
class OpeningTest extends InTheShop {

    @Test
    void theButtonComesToLifeWhenTheSaleOpens() throws Exception {
        Instant opens = Instant.now().plusSeconds(5);
        String sale = ShopClient.sale("soon", 10, 1, opens, opens.plusSeconds(3_600));
        assertThat(shop.operate("", sale).statusCode()).isEqualTo(201);
        page.comeAs("alice");

        WebElement button = page.button("soon", "Opens in 00:0");
        assertThat(button.getDomAttribute("aria-disabled")).isEqualTo("true");
        button.click(); // nothing happens
        browser.shoot("before-opening");

        page.click("soon", "Buy for");
        assertThat(Instant.now()).isAfterOrEqualTo(opens);
        page.see("soon", ".status", "Yours");
        page.assertOrders("soon", 1);
    }

    @Test
    void whatIsFarAwayIsADateAndNoCountdown() throws Exception {
        Instant now = Instant.now();
        Instant far = Instant.parse("9999-12-30T20:00:00Z");
        shop.operate("", ShopClient.sale("endless", 10, 1, now, far));
        shop.operate("", ShopClient.sale("some-day", 10, 1, far.minusSeconds(86_400), far));
        page.comeAs("alice");

        page.see("endless", ".when", "Ends Dec 3");
        page.see("endless", ".when", ", 9999");
        page.button("some-day", "Opens Dec ");
        page.see("some-day", ".when", ", 9999");
        browser.phone();
        assertThat(browser.scrollsSideways()).isFalse();
        browser.shoot("far-away");
    }

    @Test
    void whoeverLooksSeesTheStockGoAndComeBack() throws Exception {
        SaleId sale = shop.opened("going", 1, 1, HALF_AN_HOUR);
        page.comeAs("alice");
        page.see("going", ".left", "1 of 1 left");

        String order =
                shop.buy(sale, "bob", "").headers().firstValue("Location").orElseThrow();
        page.see("going", ".state", "Sold out");
        page.button("going", "Sold out");
        page.see("going", ".left", "0 of 1 left");
        browser.shoot("sold-out");

        shop.cancel(order, "bob");
        page.click("going", "Buy for");
        page.see("going", ".status", "Yours");
    }

    @Test
    void whoeverIsTooLateIsToldSo() throws Exception {
        SaleId sale = shop.opened("late", 1, 1, HALF_AN_HOUR);
        page.comeAs("alice");
        WebElement button = page.button("late", "Buy for");
        browser.answer("api/sales", 99, "() => new Promise(() => {})"); // so that the page does not know yet

        shop.buy(sale, "bob", "");
        button.click();

        page.see("late", ".message", "Sold out. If somebody gives one back, you can buy it here.");
        page.assertOrders("late", 0);
    }

    @Test
    void nothingIsAskedWhileNobodyLooks() throws Exception {
        shop.opened("unseen", 10, 1, HALF_AN_HOUR);
        page.comeAs("alice");
        page.button("unseen", "Buy for");

        look(false);
        browser.requests();
        await().during(Duration.ofSeconds(2)).until(() -> browser.requests().isEmpty());

        look(true);
        await().until(() -> !browser.requests().isEmpty());
    }

    private static void look(boolean seen) {
        browser.driver().executeScript("""
                Object.defineProperty(document, "hidden", {value: %s, configurable: true});
                document.dispatchEvent(new Event("visibilitychange"))""".formatted(!seen));
    }

    @Test
    void aPausedAndAnEndedSaleSayWhatTheyAre() throws Exception {
        shop.opened("resting", 10, 1, HALF_AN_HOUR);
        page.comeAs("alice");
        page.button("resting", "Buy for");

        shop.operate("/resting/pause", "");
        page.button("resting", "Paused");
        shop.operate("/resting/close", "");
        page.see("resting", ".state", "Over");
    }
}
