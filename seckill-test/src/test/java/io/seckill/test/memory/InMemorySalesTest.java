package io.seckill.test.memory;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.seckill.BuyerId;
import io.seckill.DeadLetters.Outcome;
import io.seckill.Holding;
import io.seckill.Operator;
import io.seckill.PurchaseResult;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SeckillUnavailableException;
import io.seckill.engine.DeadLetterDesk;
import io.seckill.gate.ComposedGate;
import io.seckill.gate.ComposedSaleRegistry;
import io.seckill.memory.InMemoryOnePerUserGuard;
import io.seckill.memory.InMemoryOutbox;
import io.seckill.memory.InMemorySaleRegistry;
import io.seckill.memory.InMemoryStockGuard;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.DeadLetterBox;
import io.seckill.spi.Outbox;
import io.seckill.spi.SaleRegistry;
import io.seckill.spi.StockGuard;
import io.seckill.test.contract.SalesContract;
import io.seckill.test.contract.Samples;
import io.seckill.test.log.LogLines;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class InMemorySalesTest extends SalesContract {

    private final Outbox outbox = new InMemoryOutbox();
    private final StockGuard stock = new InMemoryStockGuard();
    private final SaleRegistry registry = new ComposedSaleRegistry(new InMemorySaleRegistry(Clock.systemUTC()), stock);
    private final AdmissionGate gate =
            new ComposedGate(registry, new InMemoryOnePerUserGuard(), stock, outbox::append, Runnable::run);

    @RegisterExtension
    final LogLines log = new LogLines(DeadLetterDesk.class, Level.DEBUG);

    @Test
    void aDecisionAboutADeadLetterIsALineAtDebugWithOperatorSaleBuyerAndOrder() {
        Sale sale = Samples.openSale(1, 1);
        Reservation poison = Samples.one(sale.id(), Samples.buyer(1));
        registry.open(sale);
        outbox.append(sale.id(), List.of(poison));
        Outbox.DeadLetter dead = new Outbox.DeadLetter(poison, 30, "broken", "broken");
        outbox.settle(outbox.take(0, 1).get(0), List.of(dead));

        new DeadLetterDesk((DeadLetterBox) outbox, gate, registry, Optional.empty())
                .retryAll(Operator.named("operator-1"));

        assertThat(log.all())
                .containsExactly("DEBUG operator-1 retry: dead letter of order " + poison.order() + " of buyer "
                        + poison.buyer() + " in sale " + sale.id());
    }

    @Test
    void aRefusalWithoutALedgerGivesTheStockBackAlsoIfTheGateFailsForAMoment() {
        Sale sale = Samples.openSale(1, 1);
        Reservation poison = Samples.one(sale.id(), Samples.buyer(1));
        registry.open(sale);
        gate.admit(sale.id(), List.of(poison)).toCompletableFuture().join();
        Outbox.DeadLetter dead = new Outbox.DeadLetter(poison, 30, "broken", "broken");
        outbox.settle(outbox.take(0, 1).get(0), List.of(dead));
        DeadLetterDesk desk =
                new DeadLetterDesk((DeadLetterBox) outbox, new FailingTwice(gate), registry, Optional.empty());

        Outcome outcome =
                desk.refuse(desk.list(1).get(0).id(), ReleaseReason.NOT_DELIVERED, Operator.named("operator-1"));

        assertThat(outcome).isEqualTo(Outcome.DONE);
        assertThat(registry.find(sale.id()).orElseThrow().available()).isEqualTo(1);
    }

    /** A gate whose first two releases have no answer. */
    private static final class FailingTwice implements AdmissionGate {

        private final AdmissionGate gate;
        private int failures = 2;

        FailingTwice(AdmissionGate gate) {
            this.gate = gate;
        }

        @Override
        public CompletionStage<List<PurchaseResult>> admit(SaleId sale, List<Reservation> wanted) {
            return gate.admit(sale, wanted);
        }

        @Override
        public CompletionStage<Integer> release(SaleId sale, List<Reservation> given, ReleaseReason reason) {
            return failures-- > 0
                    ? CompletableFuture.failedFuture(
                            SeckillUnavailableException.outcomeUnknown("no answer", new IllegalStateException()))
                    : gate.release(sale, given, reason);
        }

        @Override
        public CompletionStage<List<Holding>> holdings(SaleId sale, BuyerId buyer) {
            return gate.holdings(sale, buyer);
        }
    }

    @Override
    protected AdmissionGate gate() {
        return gate;
    }

    @Override
    protected SaleRegistry registry() {
        return registry;
    }

    @Override
    protected Outbox outbox() {
        return outbox;
    }
}
