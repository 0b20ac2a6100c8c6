package io.seckill.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.OrderStatus;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.SaleId;
import io.seckill.relay.OrderRelay;
import io.seckill.spi.Outbox;
import io.seckill.spi.Outbox.DeadLetter;
import io.seckill.spi.Outbox.Parcel;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** The operator decides about dead letters. */
class LettersTest extends AtTheConsole {

    @Autowired
    private Outbox outbox;

    @Autowired
    private OrderRelay relay;

    @Test
    void deadLettersAreRetriedOrRefused() throws Exception {
        SaleId sale = opened("undeliverable", 10);
        List<Accepted> bought = undeliverable(sale);
        choose(sale);
        browser.see("#letters", "no such table");
        browser.shoot("console-letters");

        decide("retry", bought.get(0));
        browser.see("#letters-result", "is on its way again");
        decide("refuse", bought.get(1));
        browser.see("#letters-result", "is refused");

        browser.see("#letters-none");
        await().until(() -> sales.find(sale).orElseThrow().available() == 9);
        awaitOrder(bought.get(0), 0);
    }

    @Test
    void allDeadLettersAreRetriedAtOnce() {
        SaleId sale = opened("undeliverable-for-a-while", 10);
        List<Accepted> bought = undeliverable(sale);
        choose(sale);
        browser.see("#letters", bought.get(1).reservation().order().value());

        confirm("#retry-all");

        browser.see("#letters-result", "2 are on their way again");
        browser.see("#letters-none");
        assertThat(browser.see("#retry-all").isEnabled()).isFalse();
        awaitOrder(bought.get(0), 0);
        awaitOrder(bought.get(1), 1);
        assertThat(find(sale.value()).available()).isEqualTo(8);
    }

    /** Two buy, and what they bought cannot be delivered. */
    private List<Accepted> undeliverable(SaleId sale) {
        relay.stop();
        List<Accepted> bought = buy(sale, 2);
        IntStream.range(0, outbox.partitions())
                .mapToObj(partition -> outbox.take(partition, 10))
                .flatMap(List::stream)
                .forEach(this::giveUp);
        relay.start();
        return bought;
    }

    private void giveUp(Parcel parcel) {
        outbox.settle(
                parcel,
                parcel.reservations().stream()
                        .map(reservation -> new DeadLetter(reservation, 30, "no such table", "no such table"))
                        .toList());
    }

    private void decide(String word, Accepted purchase) {
        click("[data-do=" + word + "][aria-label$='" + purchase.reservation().order() + "']");
        click("dialog .primary");
    }

    private void awaitOrder(Accepted purchase, int buyer) {
        await().untilAsserted(
                        () -> assertThat(seckill.find(purchase.reservation().order(), buyer(buyer))
                                        .toString())
                                .contains(OrderStatus.UNPAID.name()));
    }
}
