package io.seckill.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.sample.ShopClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Two buyers, each with a browser of their own. */
@BrowserTest
class RaceTest {

    private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);

    @RegisterExtension
    static final Browser first = new Browser();

    @RegisterExtension
    static final Browser second = new Browser();

    @LocalServerPort
    private int port;

    @Test
    void ofTwoWhoWantTheLastCouponOneGetsIt() throws Exception {
        ShopClient shop = new ShopClient(port);
        shop.opened("last", 1, 1, HALF_AN_HOUR);
        List<BuyerPage> racers =
                List.of(new BuyerPage(first, port).comeAs("alice"), new BuyerPage(second, port).comeAs("bob"));
        racers.forEach(racer -> racer.button("last", "Buy for"));

        List<Callable<String>> clicks =
                racers.stream().map(RaceTest::clickAndWait).toList();
        List<String> ends = ShopClient.atOnce(2, clicks);

        assertThat(ends).containsExactlyInAnyOrder("You have yours", "Sold out");
        assertThat(shop.overview("/sales/last")).contains("\"available\":0,\"reserved\":1,\"sold\":0");
    }

    /** Returns what the button says in the end. */
    private static Callable<String> clickAndWait(BuyerPage racer) {
        return () -> {
            racer.click("last", "Buy for");
            return racer.browser.await(driver -> {
                String text = racer.button("last", "").getText();
                return text.equals("You have yours") || text.equals("Sold out") ? text : null;
            });
        };
    }
}
