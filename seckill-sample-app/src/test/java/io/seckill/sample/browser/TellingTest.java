package io.seckill.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.SaleId;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How a page hears of its orders, and of answers that do not come at once. */
class TellingTest extends InTheShop {

    private static final int STREAMS_PER_BUYER = 10;

    @Test
    void isToldByEventsWithoutAsking() throws Exception {
        shop.opened("events", 10, 1, HALF_AN_HOUR);
        page.comeAs("alice");

        page.click("events", "Buy");
        page.see("events", ".status", "Yours");

        assertThat(browser.requests())
                .filteredOn(url -> url.contains("/api/orders/"))
                .singleElement()
                .asString()
                .endsWith("/events");
    }

    @Test
    void asksWhereEventsDoNotComeThrough() throws Exception {
        shop.opened("asked", 10, 1, HALF_AN_HOUR);
        page.comeAs("alice");
        browser.block("*/events");

        page.click("asked", "Buy");

        page.see("asked", ".status", "Yours");
    }

    @Test
    void asksWhereTheShopHasNoPlaceForAnotherStream() throws Exception {
        SaleId sale = shop.opened("streams-full", 10, 1, HALF_AN_HOUR);
        String other = shop.buy(shop.opened("other", 10, 1, HALF_AN_HOUR), "dave", "")
                .headers()
                .firstValue("Location")
                .orElseThrow();
        List<Stream<String>> streams = new ArrayList<>();
        try {
            for (int i = 0; i < STREAMS_PER_BUYER; i++) {
                HttpResponse<Stream<String>> stream = shop.watch(other, "dave");
                assertThat(stream.statusCode()).isEqualTo(200);
                streams.add(stream.body());
            }
            assertThat(shop.watch(other, "dave").statusCode()).isEqualTo(503);
            page.comeAs("dave");

            page.click(sale.value(), "Buy");

            page.see(sale.value(), ".status", "Yours");
        } finally {
            streams.forEach(Stream::close);
        }
    }

    @Test
    void waitsItsTurnInSightOfTheBuyerWhoMayStop() throws Exception {
        shop.opened("busy", 10, 1, HALF_AN_HOUR);
        page.comeAs("alice");
        answerPurchases(1, busy(60));
        page.click("busy", "Buy");
        page.see("busy", ".message", "Many buyers at once.");
        page.button("busy", "Again in ");
        browser.shoot("busy");

        page.press("busy", ".stop");

        page.see("busy", ".message", "Stopped. Nothing was bought.");
        page.button("busy", "Buy");
        page.assertOrders("busy", 0);
    }

    @Test
    void asksByItselfAfterTheTimeThatTheShopNames() throws Exception {
        shop.opened("queue", 10, 1, HALF_AN_HOUR);
        page.comeAs("alice");
        answerPurchases(2, busy(1));

        page.click("queue", "Buy");

        page.see("queue", ".status", "Yours");
        page.assertOrders("queue", 1);
    }

    private static String busy(int retryAfter) {
        return "() => new Response('{\"reason\":\"BUSY\"}', {status: 429, headers: {'Content-Type':"
                + " 'application/problem+json', 'Retry-After': '" + retryAfter + "'}})";
    }

    @Test
    void asksAgainWhatBecameOfAPurchaseWhoseAnswerWasLost() throws Exception {
        shop.opened("lost", 10, 2, HALF_AN_HOUR);
        page.comeAs("alice");
        answerPurchases(1, "ask => ask().then(() => { throw new TypeError('connection lost') })");

        page.click("lost", "Buy");
        page.see("lost", ".message", "The answer got lost");

        page.see("lost", ".status", "Yours");
        page.assertOrders("lost", 1);
        assertThat(shop.overview("/sales/lost")).contains("\"available\":9,\"reserved\":1");
    }

    @Test
    void goesOnAskingAfterAReload() throws Exception {
        shop.opened("reloaded", 10, 2, HALF_AN_HOUR);
        page.comeAs("alice");
        answerPurchases(99, "ask => ask().then(() => { throw new TypeError('connection lost') })");
        page.click("reloaded", "Buy");
        page.see("reloaded", ".message", "The answer got lost");

        page.open();

        page.see("reloaded", ".status", "Yours");
        page.assertOrders("reloaded", 1);
        assertThat(shop.overview("/sales/reloaded")).contains("\"available\":9,\"reserved\":1");
    }

    @Test
    void sendsOrderIdAndProofAgainWhereTheShopGaveThem() throws Exception {
        shop.opened("proof", 10, 1, HALF_AN_HOUR);
        page.comeAs("alice");
        answerPurchases(
                1,
                "() => new Response('{\"orderId\":\"7301\",\"proof\":\"made-up\"}', {status: 503, headers:"
                        + " {'Content-Type': 'application/problem+json', 'Retry-After': '1'}})");

        page.click("proof", "Buy");

        page.see("proof", ".message", "orderId '7301' was not handed to you for this sale"); // says the real shop
    }

    /** Answers purchases in the shop's place, see {@link Browser#answer}. */
    private static void answerPurchases(int times, String answer) {
        browser.answer("/purchases", times, answer);
    }
}
