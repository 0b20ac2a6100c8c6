package io.seckill.spring.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.Sales;
import io.seckill.SeckillListener;
import io.seckill.SeckillUnavailableException;
import io.seckill.spring.Contexts;
import io.seckill.spring.internal.RepeatingTask;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class SeckillWatchAutoConfigurationTest {

    private static final Instant NOW = Instant.parse("2026-06-18T10:00:00Z");

    private final ApplicationContextRunner plain = Contexts.inMemory().withUserConfiguration(Contexts.Sink.class);
    private final List<String> heard = new ArrayList<>();
    private final SeckillListener listener = new SeckillListener() {
        @Override
        public void stockLow(SaleStatus sale) {
            heard.add("low at " + sale.available());
        }

        @Override
        public void soldOut(SaleStatus sale) {
            heard.add("sold out");
        }
    };
    private final StockNotices notices = new StockNotices(10, event -> event.accept(listener));

    @Test
    void looksAtTheSalesForAListener() {
        plain.withBean(SeckillListener.class, () -> listener)
                .run(context -> assertThat(context).hasBean("seckillSaleWatch").hasSingleBean(StockNotices.class));
    }

    @Test
    void looksAtTheSalesForTheMeters() {
        plain.withBean(SimpleMeterRegistry.class)
                .run(context -> assertThat(context).hasBean("seckillSaleWatch").doesNotHaveBean(StockNotices.class));
    }

    @Test
    void looksAtNothingForNobody() {
        plain.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("seckillSaleWatch"));
    }

    @Test
    void isOffByProperty() {
        plain.withBean(SimpleMeterRegistry.class)
                .withPropertyValues("seckill.watch.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("seckillSaleWatch"));
    }

    @Test
    void backsOffFromAWatchOfTheApplication() {
        RepeatingTask own = new RepeatingTask("own", "own look", Duration.ofHours(1), () -> {});
        plain.withBean(SimpleMeterRegistry.class)
                .withBean("seckillSaleWatch", RepeatingTask.class, () -> own)
                .run(context -> assertThat(context).getBean("seckillSaleWatch").isSameAs(own));
    }

    @Test
    void watchersAreToldWhenTheSalesCannotBeSeen() {
        List<String> told = new ArrayList<>();
        SaleWatcher watcher = new SaleWatcher() {
            @Override
            public void seen(List<SaleStatus> sales) {
                told.add("seen");
            }

            @Override
            public void notSeen() {
                told.add("not seen");
            }
        };
        SaleWatch watch = new SaleWatch(silent(), List.of(watcher));

        assertThatThrownBy(watch::run).isInstanceOf(SeckillUnavailableException.class);
        assertThat(told).containsExactly("not seen");
    }

    @Test
    void tellsOnceThatStockIsLowAndOnceThatNothingIsLeft() {
        for (int available : new int[] {100, 11, 10, 9, 0, 0}) {
            notices.seen(List.of(status(available, SaleState.OPEN)));
        }
        assertThat(heard).containsExactly("low at 10", "sold out");
    }

    @Test
    void tellsAgainAfterThereWasMore() {
        for (int available : new int[] {0, 5, 0, 50, 8}) {
            notices.seen(List.of(status(available, SaleState.OPEN)));
        }
        assertThat(heard).containsExactly("sold out", "sold out", "low at 8");
    }

    @Test
    void aPauseIsNoReasonToTellAgain() {
        notices.seen(List.of(status(9, SaleState.OPEN)));
        notices.seen(List.of(status(9, SaleState.PAUSED)));
        notices.seen(List.of(status(0, SaleState.OPEN)));
        notices.seen(List.of(status(0, SaleState.PAUSED)));
        notices.seen(List.of(status(0, SaleState.OPEN)));
        assertThat(heard).containsExactly("low at 9", "sold out");
    }

    @Test
    void whatHappensDuringAPauseCountsWhenItIsOver() {
        notices.seen(List.of(status(0, SaleState.OPEN)));
        notices.seen(List.of(status(50, SaleState.PAUSED)));
        notices.seen(List.of(status(5, SaleState.PAUSED)));
        notices.seen(List.of(status(5, SaleState.OPEN)));
        assertThat(heard).containsExactly("sold out", "low at 5");
    }

    @Test
    void tellsNothingOfASaleThatDoesNotSell() {
        notices.seen(List.of(status(0, SaleState.CLOSED)));
        notices.seen(List.of(status(0, SaleState.PAUSED)));
        assertThat(heard).isEmpty();
    }

    private static SaleStatus status(long available, SaleState state) {
        Sale sale = new Sale(new SaleId("coupon"), 100, 1, NOW.minusSeconds(60), NOW.plusSeconds(60));
        return new SaleStatus(sale, state, available, 100 - available, 0, NOW);
    }

    private static Sales silent() {
        return (Sales) Proxy.newProxyInstance(
                Sales.class.getClassLoader(), new Class<?>[] {Sales.class}, (proxy, method, arguments) -> {
                    throw SeckillUnavailableException.nothingChanged("no answer", null);
                });
    }
}
