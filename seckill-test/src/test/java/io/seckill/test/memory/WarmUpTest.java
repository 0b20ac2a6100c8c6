package io.seckill.test.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.Opening;
import io.seckill.Operator;
import io.seckill.Sale;
import io.seckill.Sales;
import io.seckill.engine.RegistrySales;
import io.seckill.engine.WarmUp;
import io.seckill.gate.ComposedSaleRegistry;
import io.seckill.memory.InMemoryOutbox;
import io.seckill.memory.InMemorySaleRegistry;
import io.seckill.memory.InMemoryStockGuard;
import io.seckill.test.contract.Samples;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WarmUpTest {

    private static final Duration LEAD = Duration.ofMinutes(10);

    private final Sales sales = new RegistrySales(
            new ComposedSaleRegistry(new InMemorySaleRegistry(Clock.systemUTC()), new InMemoryStockGuard()),
            Optional.empty(),
            new InMemoryOutbox());
    private final List<Sale> announced = new ArrayList<>();
    private final WarmUp warmUp = new WarmUp(horizon -> announced, sales, LEAD, Clock.systemUTC());

    @Test
    void opensASaleBeforeItBeginsAndOnlyOnce() {
        Sale soon = startingIn(Duration.ofMinutes(5));
        announced.add(soon);

        warmUp.run();
        warmUp.run();

        assertThat(sales.find(soon.id())).isPresent();
        assertThat(sales.open(soon)).isEqualTo(new Opening.Unchanged());
    }

    @Test
    void neverOpensASaleThatHasBegunForItsGateMayHaveLostIt() {
        Sale begun = startingIn(Duration.ofMinutes(-5));
        announced.add(begun);

        warmUp.run();

        assertThat(sales.find(begun.id())).isEmpty();
    }

    @Test
    void leavesASaleWithAnotherDefinitionAsItIsAndOpensTheOthers() {
        Sale soon = startingIn(Duration.ofMinutes(5));
        Sale other = startingIn(Duration.ofMinutes(6));
        sales.open(soon);
        announced.addAll(List.of(soon.withTotal(99), other));

        warmUp.run();

        assertThat(sales.find(soon.id()).orElseThrow().sale()).isEqualTo(soon);
        assertThat(sales.find(other.id())).isPresent();
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
