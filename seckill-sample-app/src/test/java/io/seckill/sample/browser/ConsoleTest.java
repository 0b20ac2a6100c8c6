package io.seckill.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.SaleId;
import io.seckill.sample.ShopClient;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;

/** The operator comes in and looks around. */
class ConsoleTest extends AtTheConsole {

    @Test
    void theOperatorLogsInAndOut() throws Exception {
        browser.open(port, "/admin/");
        browser.see("#hint", "demo-admin");
        browser.shoot("console-login");
        type("#password", "guess");
        click("#login button");
        browser.see("#trouble", "do not fit");

        type("#password", "demo-admin");
        click("#login button");
        browser.see("#sales [data-sale]");
        click("#logout");

        browser.see("#password");
        browser.open(port, "/admin/");
        browser.see("#password");
    }

    @Test
    void theLanguageThatIsChosenStaysOnAllPages() {
        browser.open(port, "/admin/login");
        browser.see("#language", "中文");
        click("#language");
        browser.see("h1", "运营控制台");
        type("#password", "demo-admin");
        click("#login button");
        browser.see("#logout", "退出");
        click("nav [href='/lab']");
        browser.see("h1", "实验室");
        browser.open(port, "/admin/");

        browser.see("#language", "English");
        click("#language");

        browser.see("#logout", "Log out");
    }

    @ParameterizedTest
    @CsvSource({
        "rate, 0.91, 1",
        "rate, 1.89, 2",
        "rate, 0.34, 0.3",
        "rate, null, –",
        "figure, 0.91, 0.9",
        "figure, 9.96, 10",
        "figure, 16.7, 17",
        "figure, 1234.5, '1,235'",
        "figure, null, –"
    })
    void aFigureIsWrittenAsFinelyAsItIsKnown(String kind, String value, String written) {
        logIn();

        Object figure = browser.driver().executeAsyncScript("""
                const done = arguments[0];
                import("/admin/charts.js").then((charts) => done(charts.%s(%s)))""".formatted(kind, value));

        assertThat(figure).isEqualTo(written);
    }

    @Test
    void aSaleIsCreatedAfterTheServerSaidWhatIsWrongWithIt() {
        logIn();
        click("#create");
        type("#field-id", "created");
        type("#field-total", "0");
        click("dialog .primary");
        browser.see("#about-title", "must not be blank");
        browser.see("#about-total", "must be 1 to 1000000000, but was 0");
        type("#field-title", "One free coffee");
        click("dialog .primary");
        type("#field-total", "30");
        click("dialog .primary");

        browser.see("#result", "created is there, with 30 items");
        browser.see("#chosen-title", "created · One free coffee");
        assertThat(find("created").sale().total()).isEqualTo(30);
    }

    @Test
    void whatIsWrongWithASaleIsToldInChineseBesideItsField() {
        browser.open(port, "/admin/?lang=zh");
        type("#password", "demo-admin");
        click("#login button");
        browser.see("#chosen-title");
        browser.open(port, "/admin/?lang=zh");
        click("#create");
        type("#field-id", "a b");
        type("#field-total", "0");
        click("dialog .primary");

        browser.see("#about-id", "必须是 1 至 64 个字母、数字或 - _ . : ，而不是“a b”");
        browser.see("#about-title", "不能为空");
        browser.see("#about-total", "必须是 1 至 1000000000，而不是 0");
        assertThat(browser.driver()
                        .findElement(By.cssSelector("dialog [role=alert]"))
                        .getText())
                .isEmpty();
    }

    @Test
    void aSaleThatHasSomethingToSellIsLookedAtFirst() {
        buy(opened("nothing-left", 1), 1);

        logIn();

        browser.see("[data-sale=nothing-left]"); // it opened last, and stands above
        browser.see("#chosen-state", "Selling");
        assertThat(browser.see("#sales [aria-pressed=true]").getText()).isNotEqualTo("nothing-left");
    }

    @Test
    void aPaymentThatWasGivenBackIsListed() throws Exception {
        ShopClient shop = new ShopClient(port);
        SaleId sale = shop.opened("given-back", 10, 1, Duration.ofMinutes(30));
        String order =
                shop.buy(sale, "hasty", "").headers().firstValue("Location").orElseThrow();
        assertThat(shop.cancel(order, "hasty").statusCode()).isEqualTo(200);
        logIn();
        assertThat(browser.see("#refunds-title").getText()).isEqualTo("Refunds");

        assertThat(shop.pay(order, "hasty", "pay-late").statusCode()).isEqualTo(409);

        browser.see("#refunds tbody tr:first-child", "given-back hasty ¥1.50");
        browser.shoot("console-refunds");
    }

    @Test
    void thePageFitsAPhoneTheNightAndChinese() throws Exception {
        opened("fitting", 10);
        logIn();
        browser.phone();
        browser.await(page -> !browser.scrollsSideways());
        browser.shoot("console-phone");
        browser.speak("zh-CN");
        browser.dark(true);
        browser.open(port, "/admin/");
        browser.see("h1", "运营控制台");
        browser.see("#chosen-title");
        assertThat(browser.scrollsSideways()).isFalse();
        browser.shoot("console-phone-dark-chinese");
    }

    @Test
    void whatTheServerRefusesIsToldInChinese() throws Exception {
        SaleId sale = opened("refused-in-chinese", 10);
        browser.speak("zh-CN");
        choose(sale);
        browser.answer("/pause", 1, problem("NO_DATABASE"));
        browser.answer("/stock", 1, problem("A_NEW_ONE"));

        confirm("#do-pause");
        browser.see("dialog [role=alert]", "没有执行：数据库没有响应，请重试");
        browser.shoot("console-refused-chinese");
        click("dialog [type=button]");
        confirm("#do-stock");
        browser.see("dialog [role=alert]", "没有执行：as the server says");
    }

    private static String problem(String code) {
        return "() => new Response('{\"code\":\"" + code
                + "\",\"detail\":\"as the server says\"}', {status: 409, headers:"
                + " {'Content-Type': 'application/problem+json'}})";
    }
}
