package io.seckill.test.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.relay.OrderRelay;
import io.seckill.relay.RelayConfig;
import io.seckill.relay.RelayStatus;
import io.seckill.spi.Delivery;
import io.seckill.spi.SeckillMetrics;
import io.seckill.test.contract.Samples;
import io.seckill.test.relay.PartitionedOutbox.Fault;
import io.seckill.test.relay.PartitionedOutbox.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One of two partitions of the outbox fails. */
class PartitionFailureTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration TAKE_OVER = Duration.ofSeconds(1);
    private static final RelayConfig CONFIG = RelayConfig.DEFAULT
            .withWorkers(1)
            .withBatch(8)
            .withMaxAttempts(1_000_000)
            .withIdlePoll(Duration.ofMillis(10))
            .withPauses(Duration.ofMillis(5), Duration.ofMillis(40));

    private final PartitionedOutbox outbox = new PartitionedOutbox(TAKE_OVER);
    private final ScriptedSink sink = new ScriptedSink();
    private final OrderRelay relay = new OrderRelay(outbox, sink, new RecordingGate(), SeckillMetrics.NONE, CONFIG);

    @AfterEach
    void stop() {
        relay.stop();
    }

    @ParameterizedTest
    @EnumSource(names = {"TAKE", "SETTLE"})
    void theOtherPartitionGoesOn(Step step) {
        for (int failing = 0; failing < 2; failing++) {
            Fault fault = new Fault(step, failing);
            outbox.faults.add(fault);
            append(failing);
            relay.start();
            awaitFailures();

            for (int i = 0; i < 20; i++) {
                append(1 - failing);
                awaitEmpty(1 - failing);
            }
            assertThat(outbox.backlog(failing).parcels()).isEqualTo(1);

            outbox.faults.remove(fault);
            awaitEmpty(failing);
            await().atMost(PATIENCE).until(() -> relay.status().failing().isEmpty());
        }
        assertThat(sink.orders).hasSize(42);
        assertThat(sink.storedTwice).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"TAKE", "SETTLE"})
    void itFailsOnceAndForAsLongAsOnePartitionDoes(Step step) {
        outbox.faults.add(new Fault(step, 0));
        append(0);
        relay.start();
        await().atMost(PATIENCE).until(() -> relay.status().failing().isPresent());
        Instant since = relay.status().failing().orElseThrow().since();

        for (int i = 0; i < 20; i++) {
            append(1);
            awaitEmpty(1);
            assertThat(relay.status().failing())
                    .get()
                    .extracting(RelayStatus.Failing::since)
                    .isEqualTo(since);
        }
        awaitFailures();
        assertThat(relay.status().failing().orElseThrow().since()).isEqualTo(since);
    }

    @Test
    void aPartitionThatFailsIsTriedAfterGrowingPauses() {
        outbox.faults.add(new Fault(Step.TAKE, 0));
        relay.start();
        awaitFailures();
        int before = outbox.failures.get();

        await().during(Duration.ofMillis(400))
                .atMost(PATIENCE)
                .until(() -> relay.status().running());

        assertThat(outbox.failures.get() - before).isBetween(1, 30);
    }

    @Test
    void whatCannotBeSettledIsNotAddedTo() {
        outbox.faults.add(new Fault(Step.SETTLE, 0));
        append(0);
        relay.start();
        awaitFailures();
        append(0);
        append(1);
        awaitEmpty(1);
        awaitFailures();

        assertThat(relay.status().inWork()).isEqualTo(1);
        assertThat(outbox.backlog(0).taken()).isEqualTo(1);
    }

    @Test
    void theOtherPartitionIsKept() {
        outbox.faults.add(new Fault(Step.KEEP, 0));
        append(0);
        append(1);
        sink.answer(call -> Collections.nCopies(call.size(), Delivery.retry("later")));
        relay.start();

        await().atMost(PATIENCE).until(() -> outbox.kept.get(1) >= 3);

        assertThat(outbox.failures).hasPositiveValue();
    }

    private void append(int partition) {
        SaleId sale = Samples.saleId();
        List<Reservation> parcel = List.of(Samples.one(sale, Samples.buyer(1)));
        outbox.partition(partition).append(sale, parcel);
    }

    private void awaitEmpty(int partition) {
        await().pollInterval(Duration.ofMillis(5))
                .atMost(PATIENCE)
                .until(() -> outbox.backlog(partition).parcels() == 0);
    }

    private void awaitFailures() {
        int seen = outbox.failures.get();
        await().atMost(PATIENCE).until(() -> outbox.failures.get() > seen + 4);
    }
}
