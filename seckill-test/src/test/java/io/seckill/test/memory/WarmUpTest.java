package io.seckill.test.memory;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.seckill.Opening;
import io.seckill.Operator;
import io.seckill.Sale;
import io.seckill.Sales;
import io.seckill.SeckillUnavailableException;
import io.seckill.engine.RegistrySales;
import io.seckill.engine.WarmUp;
import io.seckill.gate.ComposedSaleRegistry;
import io.seckill.memory.InMemoryOutbox;
import io.seckill.memory.InMemorySaleRegistry;
import io.seckill.memory.InMemoryStockGuard;
import io.seckill.test.contract.Samples;
import io.seckill.test.log.LogLines;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class WarmUpTest {

    private static final Duration LEAD = Duration.ofMinutes(10);

    private final Sales sales = new RegistrySales(
            new ComposedSaleRegistry(new InMemorySaleRegistry(Clock.systemUTC()), new InMemoryStockGuard()),
            Optional.empty(),
            new InMemoryOutbox());
    private final List<Sale> announced = new ArrayList<>();
    private final WarmUp warmUp = new WarmUp(horizon -> announced, sales, LEAD, Clock.systemUTC());

    @RegisterExtension
    final LogLines log = new LogLines(WarmUp.class, Level.INFO);

    @Test
    void opensASaleBeforeItBeginsAndOnlyOnce() {
        Sale soon = startingIn(Duration.ofMinutes(5));
        announced.add(soon);

        warmUp.run();
        warmUp.run();

        assertThat(sales.find(soon.id())).isPresent();
        assertThat(sales.open(soon)).isEqualTo(new Opening.Unchanged());
        assertThat(log.all())
                .singleElement()
                .asString()
                .startsWith("INFO Sale " + soon.id() + " is warmed up: 10 items");
    }

    @Test
    void neverOpensASaleThatHasBegunForItsGateMayHaveLostIt() {
        Sale begun = startingIn(Duration.ofMinutes(-5));
        announced.add(begun);

        warmUp.run();
        warmUp.run();

        assertThat(sales.find(begun.id())).isEmpty();
        assertThat(log.all()).singleElement().asString().startsWith("WARN Sale " + begun.id() + " began at ");
    }

    @Test
    void leavesASaleWithAnotherDefinitionAsItIsAndOpensTheOthers() {
        Sale soon = startingIn(Duration.ofMinutes(5));
        Sale other = startingIn(Duration.ofMinutes(6));
        sales.open(soon);
        announced.addAll(List.of(soon.withTotal(99), other));

        warmUp.run();
        warmUp.run();

        assertThat(sales.find(soon.id()).orElseThrow().sale()).isEqualTo(soon);
        assertThat(sales.find(other.id())).isPresent();
        assertThat(log.all())
                .filteredOn(line -> line.startsWith("WARN"))
                .containsExactly("WARN Sale " + soon.id()
                        + " is open with another definition and stays as it is: total is 10, not 99");
    }

    @Test
    void goesOnAtTheNextRunWhateverTheSourceThrows() {
        AtomicBoolean broken = new AtomicBoolean(true);
        Sale soon = startingIn(Duration.ofMinutes(5));
        WarmUp careful = new WarmUp(
                horizon -> {
                    if (broken.get()) {
                        throw new NoClassDefFoundError("a/class/that/is/gone");
                    }
                    return List.of(soon);
                },
                sales,
                LEAD,
                Clock.systemUTC());

        careful.run();
        broken.set(false);
        careful.run();

        assertThat(sales.find(soon.id())).isPresent();
        assertThat(log.all())
                .startsWith(
                        "WARN The sale source fails; trying again until it works: NoClassDefFoundError: a/class/that/is/gone",
                        "INFO The sale source works again, after 1 s");
    }

    @Test
    void opensASaleAsItIsDefinedWhenItsTimeComes() {
        Sale soon = startingIn(Duration.ofMinutes(5));
        announced.add(soon.withTotal(7).withCloses(soon.closes().plusSeconds(60)));

        warmUp.run();

        assertThat(sales.find(soon.id()).orElseThrow().sale()).isEqualTo(announced.get(0));
    }

    @Test
    void leavesWhatOperatorsChangedWhetherTheSourceKnowsItOrNot() {
        Sale soon = startingIn(Duration.ofMinutes(5));
        announced.add(soon);
        warmUp.run();
        Sale changed = soon.withTotal(15).withCloses(soon.closes().plusSeconds(60));
        sales.addStock(soon.id(), 5, Operator.APPLICATION);
        sales.extend(soon.id(), changed.closes(), Operator.APPLICATION);

        warmUp.run();
        announced.set(0, changed);
        warmUp.run();

        assertThat(sales.open(soon)).isEqualTo(new Opening.Unchanged());
        assertThat(sales.open(changed)).isEqualTo(new Opening.Unchanged());
        assertThat(sales.find(soon.id()).orElseThrow().sale()).isEqualTo(changed);
    }

    @Test
    void reportsTroubleAgainOnlyAfterItWasGone() {
        Sale soon = startingIn(Duration.ofMinutes(5));
        sales.open(soon);
        announced.add(soon.withTotal(99));
        warmUp.run();
        sales.addStock(soon.id(), 89, Operator.APPLICATION);
        warmUp.run();
        sales.withdrawStock(soon.id(), 1, Operator.APPLICATION);

        warmUp.run();

        assertThat(log.all()).hasSize(2).allMatch(line -> line.startsWith("WARN Sale " + soon.id()));
    }

    @Test
    void salesThatCannotBeOpenedInAnOutageAreOneLine() {
        AtomicBoolean down = new AtomicBoolean(true);
        Sales perhapsDown = (Sales) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Sales.class}, (proxy, method, args) -> {
                    if (down.get()) {
                        throw SeckillUnavailableException.nothingChanged("Redis cannot be reached", null);
                    }
                    return method.invoke(sales, args);
                });
        WarmUp warmUp = new WarmUp(horizon -> announced, perhapsDown, LEAD, Clock.systemUTC());
        announced.add(startingIn(Duration.ofMinutes(5)));
        announced.add(startingIn(Duration.ofMinutes(5)));

        warmUp.run();
        warmUp.run();
        assertThat(log.all())
                .containsExactly(
                        "WARN The warm-up of sales fails; trying again until it works: Redis cannot be reached");

        down.set(false);
        warmUp.run();
        assertThat(log.all()).contains("INFO The warm-up of sales works again, after 1 s");
    }

    @Test
    void survivesASourceThatFails() {
        new WarmUp(
                        horizon -> {
                            throw new IllegalStateException("no database");
                        },
                        sales,
                        LEAD,
                        Clock.systemUTC())
                .run();

        assertThat(sales.list()).isEmpty();
    }

    private static Sale startingIn(Duration delay) {
        Instant opens = Instant.now().plus(delay);
        return new Sale(Samples.saleId(), 10, 1, opens, opens.plusSeconds(3_600));
    }
}
