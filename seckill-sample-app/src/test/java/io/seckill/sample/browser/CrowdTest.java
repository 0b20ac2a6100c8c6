package io.seckill.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.SaleId;
import io.seckill.SaleStatus;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.Select;

/** The operator lets a crowd in. */
class CrowdTest extends AtTheConsole {

    @Test
    void aCrowdBuysAllAndNoMoreAndItsFiguresSurviveAReload() throws Exception {
        choose(opened("crowded", 30));

        letIn(200, 20);

        browser.see("#crowd-result [data-figure=ordersInDatabase]", "30");
        browser.see("#crowd-result [data-figure=accepted]", "30");
        browser.see("#crowd-result [data-figure=rejected]", "sold out: 170");
        browser.see("#crowd-result [data-figure=errors]", "0");
        browser.see("#crowd-result [data-figure=oversold]", "0");
        browser.await(page -> highest("chart-purchases-key", "accepted") > 0);
        new Select(browser.driver().findElement(By.id("minutes"))).selectByValue("1");
        browser.shoot("console-crowd");
        assertThat(find("crowded"))
                .extracting(SaleStatus::available, SaleStatus::reserved)
                .containsExactly(0L, 30L);

        browser.driver().navigate().refresh();

        browser.await(page -> highest("chart-purchases-key", "accepted") > 0);
        browser.see("#crowd-result [data-figure=accepted]", "30");
        browser.see("#chosen-title", "crowded");
    }

    private double highest(String table, String line) {
        return browser.driver().findElements(By.cssSelector("#" + table + " tbody tr")).stream()
                .map(WebElement::getText)
                .filter(row -> row.startsWith(line))
                .map(row ->
                        row.substring(row.lastIndexOf(' ') + 1).replace(",", "").replace("–", "0"))
                .mapToDouble(Double::parseDouble)
                .sum();
    }

    @Test
    void aCrowdThatIsStoppedLeavesWhatItBoughtInTheBooks() {
        SaleId sale = opened("dispersed", 20_000);
        choose(sale);
        letIn(20_000, 1);
        browser.see("#crowd-progress-words", "of 20,000 buyers have come to dispersed");
        browser.await(page -> find("dispersed").reserved() > 10);

        browser.see("#crowd-button", "Stop the crowd");
        click("#crowd-button");

        browser.see("#crowd-button", "Let a crowd in");
        browser.see("#crowd-result [data-figure=oversold]", "0");
        long bought = find("dispersed").reserved();
        assertThat(bought).isBetween(11L, 19_999L);
        String count = String.format(Locale.ENGLISH, "%,d", bought);
        browser.see("#crowd-result [data-figure=accepted]", count);
        browser.see("#crowd-result [data-figure=ordersInDatabase]", count);
        assertThat(browser.see("#crowd-result h3").getText()).contains("20,000 buyers, 1 at a time");
    }

    private void letIn(int buyers, int concurrency) {
        click("#crowd-button");
        type("#field-buyers", String.valueOf(buyers));
        type("#field-concurrency", String.valueOf(concurrency));
        click("dialog .primary");
    }
}
