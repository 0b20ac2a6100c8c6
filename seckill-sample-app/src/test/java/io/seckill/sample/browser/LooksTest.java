package io.seckill.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.SaleId;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

/** The page on a phone, at night and in Chinese. */
class LooksTest extends InTheShop {

    @Test
    void aPhoneNeverScrollsSideways() throws Exception {
        SaleId sale = shop.opened("phone-" + "x".repeat(50), 10, 3, HALF_AN_HOUR);
        browser.phone();
        page.open();
        page.button(sale.value(), "Log in to buy");
        assertThat(browser.scrollsSideways()).isFalse();

        page.comeAs("a-buyer-whose-name-is-as-long-as-a-name-may-be-and-has-no-spaces");
        page.click(sale.value(), "Buy");
        page.see(sale.value(), ".status", "Yours");
        page.press(sale.value(), ".cancel");

        assertThat(browser.scrollsSideways()).isFalse();
        browser.shoot("phone");
    }

    @Test
    void speaksChineseToWhomPrefersIt() throws Exception {
        shop.opened("zh", 10, 1, HALF_AN_HOUR);
        browser.speak("zh-CN,zh;q=0.9,en;q=0.8");
        page.comeAs("alice");

        browser.see("h1", "优惠券秒杀");
        page.click("zh", "¥1.50 立即抢购");
        page.see("zh", ".status", "抢购成功，剩余付款时间 29:");
        page.see("zh", ".state", "抢购中");
        assertThat(browser.see("html").getDomAttribute("lang")).isEqualTo("zh-CN");
        browser.shoot("chinese");
        page.press("zh", ".cancel");
        page.press("zh", ".yes");
        page.see("zh", ".status", "已取消。 由你退回。");

        browser.see("#language").click();
        browser.see("h1", "Coupon flash sale");
    }

    @Test
    void theDemosCouponsAreNamedInChineseToo() {
        page.open();

        page.see("coupon-now", "h3", "5 off your lunch · 午餐立减 5 元");
    }

    @Test
    void tellsInChineseWhatTheServerSaysInEnglish() throws Exception {
        shop.opened("zh-refused", 10, 1, HALF_AN_HOUR);
        browser.speak("zh-CN");
        page.comeAs("alice");
        browser.answer(
                "/purchases",
                1,
                "() => new Response('{\"code\":\"INTERNAL_SERVER_ERROR\",\"detail\":\"this is our fault\"}', {status: 500,"
                        + " headers: {'Content-Type': 'application/problem+json'}})");

        page.click("zh-refused", "¥1.50 立即抢购");

        page.see("zh-refused", ".message", "没有成功：服务器内部错误");
    }

    @Test
    void isDarkAtNight() throws Exception {
        page.open();
        assertThat(brightness()).isGreaterThan(200);

        browser.dark(true);

        assertThat(brightness()).isLessThan(50);
        browser.shoot("dark");
    }

    @Test
    void theConsoleHasNothingToComplainOf() throws Exception {
        browser.driver().manage().logs().get("browser");
        page.comeAs("alice");
        browser.open(port, "/swagger-ui.html");
        browser.await(driver -> driver.findElements(By.cssSelector(".opblock")).size() > 10);

        assertThat(browser.driver().manage().logs().get("browser").getAll()).isEmpty();
    }

    private static int brightness() {
        String colour = browser.see("body").getCssValue("background-color");
        return Integer.parseInt(colour.replaceFirst("rgba?\\((\\d+).*", "$1"));
    }
}
