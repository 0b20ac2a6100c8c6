package io.seckill.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.seckill.Operator;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.Sales;
import io.seckill.SeckillUnavailableException;
import io.seckill.engine.RegistrySales;
import io.seckill.gate.ComposedSaleRegistry;
import io.seckill.memory.InMemoryOutbox;
import io.seckill.memory.InMemorySaleRegistry;
import io.seckill.memory.InMemoryStockGuard;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SaleCatalogTest {

    private static final Duration KEEP = Duration.ofSeconds(2);
    private static final SaleId UNKNOWN = new SaleId("nothing");
    private static final Sale SALE = new Sale(
            new SaleId("coupon-8"),
            100,
            1,
            Instant.now().minusSeconds(60),
            Instant.now().plusSeconds(3_600));

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();
    private boolean broken;
    private final Sales sales = new RegistrySales(
            new ComposedSaleRegistry(new InMemorySaleRegistry(Clock.systemUTC()), new InMemoryStockGuard()),
            Optional.empty(),
            new InMemoryOutbox());
    private final SaleCatalog catalog = new SaleCatalog(watched(sales), KEEP, nanos::get);

    @Test
    void asksOnceHoweverManyAsk() {
        sales.open(SALE);

        IntStream.range(0, 10_000)
                .parallel()
                .forEach(i -> assertThat(catalog.find(SALE.id())).contains(new Listing(SALE, SaleState.OPEN)));

        assertThat(asked).hasValue(1);
    }

    @Test
    void knowsAChangeWhenItsTimeIsOver() {
        sales.open(SALE);
        catalog.find(SALE.id());
        sales.pause(SALE.id(), Operator.APPLICATION);
        nanos.addAndGet(KEEP.toNanos() - 1);
        assertThat(catalog.find(SALE.id())).map(Listing::state).hasValue(SaleState.OPEN);

        nanos.addAndGet(1);

        assertThat(catalog.find(SALE.id())).map(Listing::state).hasValue(SaleState.PAUSED);
    }

    @Test
    void remembersThatASaleIsUnknownForTheSameTime() {
        assertThat(catalog.find(UNKNOWN)).isEmpty();
        assertThat(catalog.find(UNKNOWN)).isEmpty();
        assertThat(asked).hasValue(1);

        nanos.addAndGet(KEEP.toNanos());
        assertThat(catalog.find(UNKNOWN)).isEmpty();
        assertThat(asked).hasValue(2);
    }

    @Test
    void remembersNoFailure() {
        sales.open(SALE);
        broken = true;
        assertThatExceptionOfType(SeckillUnavailableException.class).isThrownBy(() -> catalog.find(SALE.id()));

        broken = false;
        assertThat(catalog.find(SALE.id())).isPresent();
    }

    @Test
    void refusesToKeepForNoTime() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SaleCatalog(sales, Duration.ZERO))
                .withMessageContaining("PT0S");
    }

    private Sales watched(Sales real) {
        return (Sales) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Sales.class}, (proxy, method, arguments) -> {
                    asked.incrementAndGet();
                    if (broken) {
                        throw SeckillUnavailableException.nothingChanged("no answer", null);
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
