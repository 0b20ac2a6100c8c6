package io.seckill.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.springframework.boot.test.web.server.LocalServerPort;

/** The lab in a browser. */
@BrowserTest
class LabPageTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @RegisterExtension
    static final Browser browser = new Browser();

    @LocalServerPort
    private int port;

    @Test
    void ofTwoStagesUnderTheSameSettingsOneBreaksAndTheGateDoesNot() throws Exception {
        browser.open(port, "/lab");
        choose("no-protection", "lua-gate-batched");
        enter(Map.of("buyers", "40", "stock", "5", "concurrency", "20", "thinkMs", "100"));

        browser.see("#form [type=submit]").click();

        browser.see("#status", "starting");
        assertThat(browser.see("#stop").isEnabled()).isTrue();
        await().atMost(PATIENCE).until(() -> !text("#verdict").isEmpty());
        assertThat(text("#verdict")).isEqualTo("A1 No protection broke. Exact: A11");
        assertThat(text("[data-stage=no-protection] .verdict-of")).isEqualTo("broke");
        assertThat(text("[data-stage=lua-gate-batched] .verdict-of")).isEqualTo("exact");
        assertThat(browser.see("#chart svg").getAttribute("aria-label"))
                .startsWith("Answers/s: A1 No protection: broke ")
                .contains("; A11 Lua gate, batched ");
        assertThat(text("#reasons")).contains("takes the same item", "travel in one call");
        assertThat(browser.see("#json").getAttribute("href")).endsWith("/report.json");
        assertThat(text("#earlier")).contains("A1, A11 broke: A1");
        assertThat(browser.see("#form [type=submit]").isEnabled()).isTrue();
        browser.shoot("lab");
    }

    @Test
    void asManyStagesAreMarkedAsAreSaidToBreak() {
        browser.open(port, "/lab");
        browser.see("#stages .mark");

        int stages =
                browser.driver().findElements(By.cssSelector("#stages label")).size();
        int marked =
                browser.driver().findElements(By.cssSelector("#stages .mark")).size();

        assertThat(text("#lead")).startsWith(stages + " ways to sell").contains(marked + " of them, marked below");
    }

    @Test
    void aNumberThatCannotBeIsNamed() {
        browser.open(port, "/lab");
        choose("lua-gate");
        enter(Map.of("buyers", "0"));

        browser.see("#form [type=submit]").click();

        browser.see("#trouble", "buyers must be 1 to 20000, but was 0");
    }

    @Test
    void speaksChineseAndFitsAPhone() throws Exception {
        browser.phone();
        browser.dark(true);
        browser.speak("zh-CN");
        browser.open(port, "/lab");

        browser.see("h1", "实验室");
        browser.see("#stages", "A10 Lua 准入");
        assertThat(browser.scrollsSideways()).isFalse();
        browser.shoot("lab-phone");
    }

    private static void choose(String... stages) {
        browser.see("#stages input");
        for (WebElement box : browser.driver().findElements(By.cssSelector("#stages input:checked"))) {
            box.click();
        }
        for (String stage : stages) {
            browser.see("#stages input[value=" + stage + "]").click();
        }
    }

    private static void enter(Map<String, String> numbers) {
        numbers.forEach((name, value) -> {
            WebElement field = browser.see("#numbers [name=" + name + "]");
            field.clear();
            field.sendKeys(value);
        });
    }

    private static String text(String css) {
        return browser.driver().findElement(By.cssSelector(css)).getText();
    }
}
