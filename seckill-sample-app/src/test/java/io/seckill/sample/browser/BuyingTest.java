package io.seckill.sample.browser;

import static io.seckill.sample.ShopClient.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.SaleId;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.interactions.Actions;

/** From the click to the payment, and what a buyer sees of it later. */
class BuyingTest extends InTheShop {

    @Test
    void aBuyerPaysOneCouponAndGivesAnotherBack() throws Exception {
        shop.opened("lunch", 10, 1, HALF_AN_HOUR);
        shop.opened("dinner", 10, 1, HALF_AN_HOUR);
        page.comeAs("alice");

        page.click("lunch", "Buy for ¥1.50");
        page.see("lunch", ".status", "Yours, if you pay within 29:");
        page.button("lunch", "You have yours");
        browser.shoot("bought");
        page.press("lunch", ".pay");
        page.see("lunch", ".status", "Paid");

        page.click("dinner", "Buy for ¥1.50");
        page.press("dinner", ".cancel");
        page.press("dinner", ".yes");
        page.see("dinner", ".status", "Cancelled. You gave it back.");
        page.button("dinner", "Buy for ¥1.50");

        assertFigures("lunch", "\"available\":9,\"reserved\":0,\"sold\":1");
        assertFigures("dinner", "\"available\":10,\"reserved\":0,\"sold\":0");
    }

    @Test
    void buysOnceHoweverOftenTheButtonIsClicked() throws Exception {
        SaleId sale = shop.opened("twice", 10, 5, HALF_AN_HOUR);
        page.comeAs("alice");

        new Actions(browser.driver())
                .doubleClick(page.button("twice", "Buy"))
                .click()
                .click()
                .perform();

        page.see("twice", ".status", "Yours");
        page.button("twice", "Buy");
        page.assertOrders("twice", 1);
        assertFigures(sale.value(), "\"available\":9,\"reserved\":1,\"sold\":0");
    }

    @Test
    void whoDoesNotPayInTimeLosesTheirCoupon() throws Exception {
        shop.opened("forgotten", 10, 1, Duration.ofSeconds(4));
        page.comeAs("alice");

        page.click("forgotten", "Buy");
        page.see("forgotten", ".status", "Yours, if you pay within 00:0");

        page.see("forgotten", ".status", "Cancelled. It was not paid in time.");
        page.button("forgotten", "Buy for ¥1.50");
    }

    @Test
    void buysAsManyAsWanted() throws Exception {
        shop.opened("many", 10, 3, HALF_AN_HOUR);
        page.comeAs("alice");

        page.button("many", "Buy for ¥1.50");
        browser.see("#sale-many .quantity input").sendKeys(Keys.ARROW_UP);
        page.click("many", "Buy for ¥3");

        page.see("many", ".order", "2 pieces");
        page.see("many", ".pay", "Pay ¥3");
        assertFigures("many", "\"available\":8,\"reserved\":2,\"sold\":0");
    }

    @Test
    void whoHoldsTheirShareIsShownTheirOrderWithItsButtons() throws Exception {
        SaleId sale = shop.opened("elsewhere", 10, 1, HALF_AN_HOUR);
        assertThat(shop.buy(sale, "alice", "").statusCode()).isEqualTo(202); // on another device
        page.comeAs("alice");

        page.click("elsewhere", "Buy");

        page.see("elsewhere", ".message", "You already hold as many as one buyer may have:");
        page.press("elsewhere", ".pay");
        page.see("elsewhere", ".status", "Paid");
    }

    @Test
    void ordersAreThereAfterAReloadAndOnlyForTheirBuyer() throws Exception {
        shop.opened("kept", 10, 1, HALF_AN_HOUR);
        page.comeAs("alice");
        page.click("kept", "Buy");
        page.see("kept", ".status", "Yours");

        page.open();
        page.see("kept", ".status", "Yours");
        page.button("kept", "You have yours");

        browser.see("#here button").click();
        page.button("kept", "Log in to buy");
        page.assertOrders("kept", 0);
        page.comeAs("bob");
        page.button("kept", "Buy for");
        page.assertOrders("kept", 0);
    }

    @Test
    void whoWantsToBuyIsAskedForTheirNameAndLedBack() throws Exception {
        shop.opened("keyboard", 10, 1, HALF_AN_HOUR);
        page.open();

        page.button("keyboard", "Log in to buy").sendKeys(Keys.ENTER);
        press("carol", Keys.ENTER); // the name is selected, so that typing replaces it
        browser.see("#here strong", "carol");
        browser.await(driver -> focus().contains("Buy for"));
        press(Keys.ENTER);
        page.see("keyboard", ".status", "Yours");
        press(Keys.TAB);
        assertThat(focus()).isEqualTo("Pay ¥1.50");
        press(Keys.SPACE);

        page.see("keyboard", ".status", "Paid");
        assertThat(browser.driver().switchTo().activeElement().getDomAttribute("class"))
                .isEqualTo("order");
    }

    private static String focus() {
        return browser.driver().switchTo().activeElement().getText();
    }

    private static void press(CharSequence... keys) {
        new Actions(browser.driver()).sendKeys(keys).perform();
    }

    private void assertFigures(String sale, String figures) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(shop.overview("/sales/" + sale)).contains(figures));
    }
}
