package io.seckill.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** The buyer's page, as somebody in front of it uses it. */
final class BuyerPage {

    final Browser browser;
    private final int port;

    BuyerPage(Browser browser, int port) {
        this.browser = browser;
        this.port = port;
    }

    /** Opens the page and logs in under this name. */
    BuyerPage comeAs(String buyer) {
        open();
        WebElement name = browser.see("#name");
        name.clear();
        name.sendKeys(buyer);
        browser.see("#come button").click();
        browser.see("#here strong", buyer);
        return this;
    }

    /** Opens the page, or opens it anew. */
    BuyerPage open() {
        browser.open(port, "/");
        return this;
    }

    /** Clicks the button of a sale as soon as it says this. */
    void click(String sale, String label) {
        button(sale, label).click();
    }

    /** Waits until the button of a sale says this. */
    WebElement button(String sale, String label) {
        browser.see(css(sale, ".primary"), label);
        return browser.see(css(sale, ".primary"));
    }

    /** Waits until something on the card of a sale says this. */
    void see(String sale, String part, String text) {
        browser.see(css(sale, part), text);
    }

    /** Clicks something on the card of a sale. */
    void press(String sale, String part) {
        browser.see(css(sale, part)).click();
    }

    /** Asserts how many orders stand on the card of a sale. */
    void assertOrders(String sale, int orders) {
        assertThat(browser.driver().findElements(By.cssSelector(css(sale, ".order"))))
                .hasSize(orders);
    }

    private static String css(String sale, String part) {
        return "#sale-" + sale + " " + part;
    }
}
