package io.seckill.test.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.OrderId;
import io.seckill.spi.OrderIds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What every {@link OrderIds} promises.
 *
 * @since 0.1
 */
public abstract class OrderIdsContract {

    private static final int NODES = 4;
    private static final int THREADS_PER_NODE = 4;
    private static final int IDS_PER_THREAD = 20_000;

    /** Returns the order ids of another node of the same system, at every call. */
    protected abstract OrderIds node();

    @Test
    void anIdIsADecimalOfAtMost19DigitsAndFitsALong() {
        OrderIds ids = node();

        for (int i = 0; i < 10_000; i++) {
            String id = ids.next().value();
            assertThat(id).matches("[1-9][0-9]{0,18}");
            assertThat(Long.parseLong(id)).isPositive();
        }
    }

    @Test
    void laterIdsAreGreater() {
        OrderIds ids = node();

        for (int i = 0; i < 20; i++) {
            long before = number(ids.next());
            waitAMoment();
            assertThat(number(ids.next())).isGreaterThan(before);
        }
    }

    @Test
    void aStampedeOnManyNodesGetsNoIdTwice() {
        List<OrderIds> nodes = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            nodes.add(node());
        }

        List<long[]> all = Stampede.of(NODES * THREADS_PER_NODE, number -> {
            OrderIds ids = nodes.get(number % NODES);
            long[] made = new long[IDS_PER_THREAD];
            for (int i = 0; i < made.length; i++) {
                made[i] = number(ids.next());
            }
            return made;
        });

        Set<Long> distinct = new HashSet<>();
        all.forEach(made -> {
            for (long id : made) {
                distinct.add(id);
            }
        });
        assertThat(distinct).hasSize(NODES * THREADS_PER_NODE * IDS_PER_THREAD);
    }

    private static void waitAMoment() {
        long start = System.nanoTime();
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> System.nanoTime() - start > 3_000_000);
    }

    private static long number(OrderId id) {
        return Long.parseLong(id.value());
    }
}
