package io.seckill.relay;

import io.seckill.ReleaseReason;
import io.seckill.SaleId;
import io.seckill.event.Events;
import io.seckill.relay.RelayStatus.Part;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spi.SeckillMetrics.DeliveryOutcome;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;

/** Gives back the stock and the slots of refused reservations. Throws nothing. */
final class Releases {

    /** A gate has its own, shorter deadline; this one is for gates that have none. */
    private static final long PATIENCE_SECONDS = 30;

    private record Group(SaleId sale, ReleaseReason reason) {}

    private final AdmissionGate gate;
    private final SeckillMetrics metrics;
    private final Events events;
    private final RelayHealth health;
    private final Logger log;

    Releases(AdmissionGate gate, SeckillMetrics metrics, Events events, RelayHealth health, Logger log) {
        this.gate = gate;
        this.metrics = metrics;
        this.events = events;
        this.health = health;
        this.log = log;
    }

    /** Releases refused tasks and returns those whose release is certain. The others must be tried again: releasing twice is harmless. */
    Set<Task> release(List<Task> refused) {
        Map<Group, List<Task>> groups = refused.stream()
                .collect(Collectors.groupingBy(
                        task -> new Group(task.reservation.sale(), task.reason()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        Set<Task> released = new HashSet<>();
        groups.forEach((group, tasks) -> {
            boolean told = release(group, tasks);
            metrics.gateTold(told, tasks.size());
            if (told) {
                released.addAll(tasks);
            }
        });
        return released;
    }

    private boolean release(Group group, List<Task> tasks) {
        try {
            gate.release(
                            group.sale,
                            tasks.stream().map(task -> task.reservation).toList(),
                            group.reason)
                    .toCompletableFuture()
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            health.failed(Part.GATE, e.getCause() == null ? e : e.getCause());
            return false;
        } catch (Throwable e) {
            health.failed(Part.GATE, e);
            return false;
        }
        health.worked(Part.GATE);
        metrics.delivered(DeliveryOutcome.REFUSED, tasks.size());
        events.announce(tasks.stream().map(task -> task.reservation.order()).toList());
        for (Task task : tasks) {
            events.tell(listener -> listener.refused(task.reservation, group.reason));
            log.debug(
                    "Refused order {} of buyer {} in sale {}: {}",
                    task.reservation.order(),
                    task.reservation.buyer(),
                    group.sale,
                    group.reason.tag());
        }
        return true;
    }
}
