package io.seckill.sample.browser;

import io.seckill.BuyerId;
import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleStatus;
import io.seckill.Sales;
import io.seckill.Seckill;
import io.seckill.sample.sale.SaleDesk;
import io.seckill.sample.sale.VoucherSale;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

/** One browser, with the operator before it. */
@BrowserTest
abstract class AtTheConsole {

    @RegisterExtension
    static final Browser browser = new Browser();

    @LocalServerPort
    int port;

    @Autowired
    Sales sales;

    @Autowired
    Seckill seckill;

    @Autowired
    private SaleDesk desk;

    void logIn() {
        browser.open(port, "/admin/");
        type("#password", "demo-admin");
        click("#login button");
        browser.see("#chosen-title");
    }

    void choose(SaleId sale) {
        logIn();
        click("[data-sale='" + sale + "']");
        browser.see("#chosen-title", sale.value());
    }

    void confirm(String button) {
        click(button);
        click("dialog .primary");
    }

    void click(String css) {
        browser.await(page -> {
            WebElement element = page.findElement(By.cssSelector(css));
            if (!element.isDisplayed() || !element.isEnabled()) {
                return false;
            }
            element.click();
            return true;
        });
    }

    void type(String css, String text) {
        WebElement field = browser.see(css);
        field.clear();
        field.sendKeys(text);
    }

    SaleId opened(String id, int total) {
        Instant now = Instant.now();
        SaleId sale = new SaleId(id);
        desk.open(new VoucherSale("One free coffee", 150, new Sale(sale, total, 1, now, now.plusSeconds(3_600))));
        return sale;
    }

    SaleStatus find(String sale) {
        return sales.find(new SaleId(sale)).orElseThrow();
    }

    static BuyerId buyer(int number) {
        return new BuyerId("console-" + number);
    }

    List<Accepted> buy(SaleId sale, int buyers) {
        return IntStream.range(0, buyers)
                .mapToObj(number -> (Accepted) seckill.buy(PurchaseRequest.of(sale, buyer(number))))
                .toList();
    }
}
