package io.seckill.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.redis.RedisKeys;
import io.seckill.spi.Outbox;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The operator steers a sale: everything is asked first, its result told, and the figures follow. */
class SteeringTest extends AtTheConsole {

    @Autowired
    private Outbox outbox;

    @Autowired
    private StringRedisTemplate redis;

    @Value("${seckill.redis.key-prefix}")
    private String prefix;

    @Test
    void aSaleIsPausedAndResumed() {
        choose(opened("paused", 10));

        confirm("#do-pause");
        browser.see("#result", "paused is paused");
        browser.see("#chosen-state", "Paused");
        assertThat(find("paused").state()).isEqualTo(SaleState.PAUSED);

        confirm("#do-pause");
        browser.see("#result", "paused goes on");
        browser.see("#chosen-state", "Selling");
        assertThat(find("paused").selling()).isTrue();
    }

    @Test
    void whatIsNotConfirmedIsNotDone() {
        choose(opened("unconfirmed", 10));

        click("#do-pause");
        browser.see("dialog .primary").sendKeys(Keys.ESCAPE);

        browser.await(page -> !page.findElement(By.id("dialog")).isDisplayed());
        assertThat(browser.driver().switchTo().activeElement().getAttribute("id"))
                .isEqualTo("do-pause");
        assertThat(find("unconfirmed").state()).isEqualTo(SaleState.OPEN);
    }

    @Test
    void stockIsAddedAndWithdrawnAndARefusalIsTold() {
        choose(opened("stocked", 10));

        click("#do-stock");
        type("#field-add", "15");
        click("dialog .primary");
        browser.see("#result", "stocked has 25 items now");
        click("#do-stock");
        type("#field-add", "-20");
        click("dialog .primary");
        browser.see("#result", "stocked has 5 items now");
        browser.see("#stock [data-figure=available]", "5");

        click("#do-stock");
        type("#field-add", "-6");
        click("dialog .primary");
        browser.see("dialog [role=alert]", "Not done");
        assertThat(find("stocked").sale().total()).isEqualTo(5);
    }

    @Test
    void aSaleIsClosedByWhoTypesItsNameAndThenSettled() throws Exception {
        choose(opened("closing", 10));

        click("#do-close");
        WebElement go = browser.see("dialog .primary");
        assertThat(go.isEnabled()).isFalse();
        type("#phrase", "closing");
        browser.shoot("console-close");
        go.click();
        browser.see("#result", "closed for good");
        browser.see("#chosen-state", "Closed");
        click("#do-settle");
        type("#phrase", "closing");
        click("dialog .primary");

        browser.see("#result", "closing is settled");
        click("#do-history");
        browser.see("dialog tbody", "settle");
        assertThat(find("closing").state()).isEqualTo(SaleState.SETTLED);
    }

    @Test
    void aPlantedDriftIsShownAndRepairedOnceTheSaleRests() throws Exception {
        SaleId sale = opened("drifting", 10);
        buy(sale, 3);
        await().until(() -> !outbox.holds(sale));
        loseTwo(sale);
        choose(sale);

        click("#do-compare");
        browser.see("dialog", "Pause the sale to repair it");
        browser.see("dialog .drifts", "counters do not add up");
        assertThat(browser.driver().findElements(By.id("repair"))).isEmpty();
        click("dialog .actions button");
        confirm("#do-pause");
        browser.see("#chosen-state", "Paused");
        click("#do-compare");
        browser.see("#repair");
        browser.shoot("console-repair");
        click("#repair");
        browser.see("dialog", "Nothing differs");
        click("dialog .actions button");

        browser.see("#result", "drifting is repaired");
        assertThat(find("drifting").available()).isEqualTo(7);
    }

    @Test
    void aSaleIsMadeAnewFromItsOrders() {
        SaleId sale = opened("rebuilt", 10);
        buy(sale, 3);
        await().until(() -> !outbox.holds(sale));
        loseTwo(sale);
        choose(sale);
        browser.see("#stock [data-figure=available]", "5");
        assertThat(browser.see("#do-rebuild").getDomAttribute("aria-disabled")).isEqualTo("true"); // it sells
        confirm("#do-pause");
        browser.see("#chosen-state", "Paused");

        click("#do-rebuild");
        type("#phrase", "rebuilt");
        click("dialog .primary");

        browser.see("#result", "rebuilt is rebuilt, and paused");
        browser.see("#stock [data-figure=available]", "7");
        assertThat(find("rebuilt"))
                .extracting(SaleStatus::state, SaleStatus::available, SaleStatus::reserved)
                .containsExactly(SaleState.PAUSED, 7L, 3L);
    }

    private void loseTwo(SaleId sale) {
        redis.opsForHash().increment(new RedisKeys(prefix, RedisKeys.DEFAULT_PARTITIONS).sale(sale), "available", -2);
    }

    @Test
    void aSaleEndsLaterButNeverSooner() {
        choose(opened("extended", 10));
        Instant later = Instant.now().plus(90, ChronoUnit.MINUTES).truncatedTo(ChronoUnit.MINUTES);

        click("#do-extend");
        enter("#field-closes", later.minus(1, ChronoUnit.HOURS));
        click("dialog .primary");
        browser.see("dialog [role=alert]", "name a later instant");
        enter("#field-closes", later);
        click("dialog .primary");

        browser.see("#result", "extended ends later");
        assertThat(find("extended").sale().closes()).isEqualTo(later);
    }

    /** Enters an instant as the field has it, whatever the browser's way to type one is. */
    private void enter(String css, Instant instant) {
        browser.driver().executeScript("""
                const local = new Date(arguments[1] - new Date(arguments[1]).getTimezoneOffset() * 60_000);
                arguments[0].value = local.toISOString().slice(0, 16)""", browser.see(css), instant.toEpochMilli());
    }

    @Test
    void whatHasNothingLeftIsSoldOut() {
        SaleId sale = opened("all-held", 2);
        choose(sale);
        browser.see("#chosen-state", "Selling");

        buy(sale, 2);

        browser.see("#chosen-state", "Sold out");
    }
}
