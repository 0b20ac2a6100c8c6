package io.seckill.test.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.seckill.OrderId;
import io.seckill.spi.OrderAnnouncements;
import io.seckill.spi.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What every kind of {@link OrderAnnouncements} promises.
 *
 * @since 0.1
 */
public abstract class OrderAnnouncementsContract {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /**
     * Returns the view another node has: all views of one test tell each other. If a view knows no other nodes, it may be the same every
     * time.
     */
    protected abstract OrderAnnouncements node();

    @Test
    void tellsEveryNodeThisOneToo() {
        OrderAnnouncements one = node();
        Queue<OrderId> here = new ConcurrentLinkedQueue<>();
        Queue<OrderId> there = new ConcurrentLinkedQueue<>();
        try (Subscription first = one.onChanged(here::addAll);
                Subscription second = node().onChanged(there::addAll)) {
            OrderId changed = untilHeard(one, List.of(here, there));

            assertThat(here).contains(changed);
            assertThat(there).contains(changed);
        }
    }

    @Test
    void tellsAnyNumberOfOrders() {
        OrderAnnouncements node = node();
        Queue<OrderId> heard = new ConcurrentLinkedQueue<>();
        List<OrderId> many =
                Stream.generate(() -> longest(Samples.orderId())).limit(5_000).toList();
        try (Subscription subscription = node.onChanged(heard::addAll)) {
            untilHeard(node, List.of(heard));

            node.announce(many);

            await().atMost(PATIENCE).until(() -> heard.containsAll(many));
        }
    }

    @Test
    void tellsNothingWhenNothingChanged() {
        OrderAnnouncements node = node();
        Queue<List<OrderId>> heard = new ConcurrentLinkedQueue<>();
        Queue<OrderId> orders = new ConcurrentLinkedQueue<>();
        try (Subscription subscription = node.onChanged(heard::add);
                Subscription other = node.onChanged(orders::addAll)) {
            node.announce(List.of());
            untilHeard(node, List.of(orders));

            assertThat(heard).doesNotContain(List.of());
        }
    }

    @Test
    void tellsAListenerThatIsClosedNothingMore() {
        OrderAnnouncements node = node();
        Queue<OrderId> closed = new ConcurrentLinkedQueue<>();
        Queue<OrderId> open = new ConcurrentLinkedQueue<>();
        Subscription closing = node.onChanged(closed::addAll);
        try (Subscription subscription = node.onChanged(open::addAll)) {
            untilHeard(node, List.of(closed, open));
            closing.close();
            closing.close();

            assertThat(closed).doesNotContain(untilHeard(node, List.of(open)));
        }
    }

    @Test
    void aListenerThatFailsHarmsNobody() {
        OrderAnnouncements node = node();
        Queue<OrderId> heard = new ConcurrentLinkedQueue<>();
        try (Subscription failing = node.onChanged(orders -> {
                    throw new IllegalStateException("meant to fail");
                });
                Subscription subscription = node.onChanged(heard::addAll)) {
            assertThatCode(() -> untilHeard(node, List.of(heard))).doesNotThrowAnyException();
        }
    }

    /** An announcement is best effort, and listening may begin a moment after the subscription: so it is told again and again. */
    private static OrderId untilHeard(OrderAnnouncements node, List<Queue<OrderId>> listeners) {
        OrderId changed = Samples.orderId();
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(() -> {
            node.announce(List.of(changed));
            return listeners.stream().allMatch(heard -> heard.contains(changed));
        });
        return changed;
    }

    private static OrderId longest(OrderId order) {
        return new OrderId(order.value() + "x".repeat(64 - order.value().length()));
    }
}
