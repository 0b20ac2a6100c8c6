package io.seckill.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.BuyerId;
import io.seckill.OrderStatus;
import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.Sales;
import io.seckill.Seckill;
import io.seckill.redis.RedisKeys;
import io.seckill.relay.OrderRelay;
import io.seckill.sample.sale.SaleDesk;
import io.seckill.sample.sale.VoucherSale;
import io.seckill.spi.Outbox;
import io.seckill.spi.Outbox.DeadLetter;
import io.seckill.spi.Outbox.Parcel;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.Select;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The operator at work: everything is asked first, its result told, and the figures follow. */
@BrowserTest
class ConsoleTest {

    @RegisterExtension
    static final Browser browser = new Browser();

    @LocalServerPort
    private int port;

    @Autowired
    private SaleDesk desk;

    @Autowired
    private Sales sales;

    @Autowired
    private Seckill seckill;

    @Autowired
    private Outbox outbox;

    @Autowired
    private OrderRelay relay;

    @Autowired
    private StringRedisTemplate redis;

    @Value("${seckill.redis.key-prefix}")
    private String prefix;

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
    void aSaleIsCreatedAfterTheServerSaidWhatIsWrongWithIt() {
        logIn();
        click("#create");
        type("#field-id", "created");
        type("#field-total", "0");
        click("dialog .primary");
        browser.see("#about-title", "must not be blank");
        type("#field-title", "One free coffee");
        click("dialog .primary");
        browser.see("#about-total", "total must be 1 to");
        type("#field-total", "30");
        click("dialog .primary");

        browser.see("#result", "created is there, with 30 items");
        browser.see("#chosen-title", "created · One free coffee");
        assertThat(find("created").sale().total()).isEqualTo(30);
    }

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
        redis.opsForHash().increment(new RedisKeys(prefix, RedisKeys.DEFAULT_PARTITIONS).sale(sale), "available", -2);
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
    void aCrowdBuysAllAndNoMoreAndItsFiguresSurviveAReload() throws Exception {
        choose(opened("crowded", 30));

        click("#crowd-button");
        type("#field-buyers", "200");
        type("#field-concurrency", "20");
        click("dialog .primary");

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

    @Test
    void deadLettersAreRetriedOrRefused() throws Exception {
        SaleId sale = opened("undeliverable", 10);
        relay.stop();
        List<Accepted> bought = buy(sale, 2);
        IntStream.range(0, outbox.partitions())
                .mapToObj(partition -> outbox.take(partition, 10))
                .flatMap(List::stream)
                .forEach(this::giveUp);
        relay.start();
        choose(sale);
        browser.see("#letters", "no such table");
        browser.shoot("console-letters");

        decide("retry", bought.get(0));
        browser.see("#letters-result", "is on its way again");
        decide("refuse", bought.get(1));
        browser.see("#letters-result", "is refused");

        browser.see("#letters-none");
        await().until(() -> sales.find(sale).orElseThrow().available() == 9);
        await().untilAsserted(() -> assertThat(
                        seckill.find(bought.get(0).reservation().order(), buyer(0))
                                .toString())
                .contains(OrderStatus.UNPAID.name()));
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

    private void logIn() {
        browser.open(port, "/admin/");
        type("#password", "demo-admin");
        click("#login button");
        browser.see("#chosen-title");
    }

    private void choose(SaleId sale) {
        logIn();
        click("[data-sale='" + sale + "']");
        browser.see("#chosen-title", sale.value());
    }

    private void confirm(String button) {
        click(button);
        click("dialog .primary");
    }

    private void click(String css) {
        browser.await(page -> {
            WebElement element = page.findElement(By.cssSelector(css));
            if (!element.isDisplayed() || !element.isEnabled()) {
                return false;
            }
            element.click();
            return true;
        });
    }

    private void type(String css, String text) {
        WebElement field = browser.see(css);
        field.clear();
        field.sendKeys(text);
    }

    private void decide(String word, Accepted purchase) {
        click("[data-do=" + word + "][aria-label$='" + purchase.reservation().order() + "']");
        click("dialog .primary");
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

    private SaleId opened(String id, int total) {
        Instant now = Instant.now();
        SaleId sale = new SaleId(id);
        desk.open(new VoucherSale("One free coffee", 150, new Sale(sale, total, 1, now, now.plusSeconds(3_600))));
        return sale;
    }

    private SaleStatus find(String sale) {
        return sales.find(new SaleId(sale)).orElseThrow();
    }

    private static BuyerId buyer(int number) {
        return new BuyerId("console-" + number);
    }

    private List<Accepted> buy(SaleId sale, int buyers) {
        return IntStream.range(0, buyers)
                .mapToObj(number -> (Accepted) seckill.buy(PurchaseRequest.of(sale, buyer(number))))
                .toList();
    }

    private void giveUp(Parcel parcel) {
        outbox.settle(
                parcel,
                parcel.reservations().stream()
                        .map(reservation -> new DeadLetter(reservation, 30, "no such table", "no such table"))
                        .toList());
    }
}
