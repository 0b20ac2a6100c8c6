package io.seckill.engine;

import io.seckill.BuyerId;
import io.seckill.OrderId;
import io.seckill.OrderProgress;
import io.seckill.Origin;
import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.Seckill;
import io.seckill.SeckillUnavailableException;
import io.seckill.event.Events;
import io.seckill.spi.AdmissionGate;
import io.seckill.spi.OrderIds;
import io.seckill.spi.SeckillMetrics;
import io.seckill.spi.StockReturns;
import io.seckill.spi.Subscription;
import io.seckill.spi.Traces;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@link Seckill} over any gate. A purchase passes these checks in this order, and the first that says no answers it:
 *
 * <ol>
 *   <li>the request is well-formed, which its constructor has checked;
 *   <li>this engine is open, or nothing is taken and {@link SeckillUnavailableException} says so;
 *   <li>the sold-out latch of the sale is open: SOLD_OUT, unless it may be a repetition, whose first answer only the gate knows;
 *   <li>there is a place in the queue of the sale: BUSY;
 *   <li>the limiter lets it pass: BUSY, with the time to wait; a repetition is limited as well, and asks again after that time;
 *   <li>the gate, in natural batches per sale.
 * </ol>
 *
 * <p>All but the limiter and the gate are local and take nanoseconds. The place is taken first and held while the limiter is asked: so
 * their number is bounded, and no purchase that finds no place uses up a limit. A limiter that fails lets the purchase pass. The deadline
 * counts from the beginning, whoever is waited for.
 *
 * <p>Owns one daemon thread that watches deadlines and latches; it batches nothing and delays nothing.
 *
 * @since 0.1
 */
public final class SeckillEngine implements Seckill, EngineLoad, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(SeckillEngine.class);
    private static final long LANE_IDLE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final ConcurrentMap<SaleId, Lane> lanes = new ConcurrentHashMap<>();
    private final OrderIds orderIds;
    private final LaneContext context;
    private final OrderFinder finder;
    private final Events events;
    private final Entrance entrance;
    private final Traces traces;
    private final Subscription stockReturns;
    private final ScheduledExecutorService deadlines;
    private final ScheduledFuture<?> sweeping;
    private final long deadlineNanos;
    private final long tickNanos;
    private volatile boolean closed;

    /** Starts an engine of the parts without which there is none, and metrics. */
    public SeckillEngine(
            AdmissionGate gate, OrderIds orderIds, SeckillMetrics metrics, EngineConfig config, Executor callbacks) {
        this(EngineParts.of(gate, orderIds, callbacks).withMetrics(metrics), config);
    }

    /** Starts an engine of these parts, with these bounds and deadlines. */
    public SeckillEngine(EngineParts parts, EngineConfig config) {
        AdmissionGate gate = parts.gate();
        this.orderIds = parts.orderIds();
        this.events = parts.events();
        this.context = new LaneContext(
                gate, parts.metrics(), config, parts.callbacks(), new AtomicBoolean(), this::remember, this::tell);
        this.traces = parts.traces();
        this.entrance = new Entrance(parts.limiter(), context);
        this.deadlineNanos = config.deadline().toNanos();
        this.finder = new OrderFinder(
                parts,
                new HoldingQuestions(gate, parts.registry(), this::knownSales, System::nanoTime),
                config.deadline(),
                System::nanoTime);
        this.stockReturns = gate instanceof StockReturns returns ? returns.onStockReturned(this::unlatch) : () -> {};
        this.deadlines = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "seckill-deadlines");
            thread.setDaemon(true);
            return thread;
        });
        this.tickNanos = Math.min(TimeUnit.MILLISECONDS.toNanos(50), Math.max(deadlineNanos / 20, 1_000_000));
        this.sweeping = deadlines.scheduleWithFixedDelay(this::sweep, tickNanos, tickNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public PurchaseResult buy(PurchaseRequest request) {
        Lane lane = openLane(request.sale());
        if (answersSoldOut(lane, request)) {
            return latched();
        }
        BlockingPurchase purchase = new BlockingPurchase(wanted(request), System.nanoTime() + deadlineNanos);
        Optional<Rejected> refusal = offer(lane, purchase, request);
        return refusal.isPresent() ? locally(refusal.get()) : BlockingPurchase.resultOf(purchase.await(context));
    }

    @Override
    public CompletionStage<PurchaseResult> submit(PurchaseRequest request) {
        try {
            Lane lane = openLane(request.sale());
            if (answersSoldOut(lane, request)) {
                return CompletableFuture.completedFuture(latched());
            }
            AsyncPurchase purchase = new AsyncPurchase(wanted(request), System.nanoTime() + deadlineNanos);
            Optional<Rejected> refusal = offer(lane, purchase, request);
            return refusal.isPresent() ? CompletableFuture.completedFuture(locally(refusal.get())) : purchase.future;
        } catch (SeckillUnavailableException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public OrderProgress find(OrderId order) {
        return finder.find(order);
    }

    @Override
    public OrderProgress find(OrderId order, BuyerId buyer) {
        return finder.find(order, buyer);
    }

    /** Anybody may name a sale, and gets a lane; the gate tells which there are. */
    private List<SaleId> knownSales() {
        return lanes.values().stream()
                .filter(lane -> lane.known)
                .map(lane -> lane.sale)
                .toList();
    }

    private void remember(List<PurchaseResult> results) {
        finder.answered(results);
    }

    /** On the I/O thread of the gate. */
    private void tell(List<PurchaseResult> results) {
        boolean logged = log.isDebugEnabled();
        if (logged || events.listened()) {
            for (PurchaseResult result : results) {
                if (result instanceof Accepted accepted && !accepted.replayed()) {
                    events.tell(listener -> listener.accepted(accepted.reservation()));
                    if (logged) {
                        log(accepted.reservation());
                    }
                }
            }
        }
    }

    private static void log(Reservation accepted) {
        log.debug("Accepted order {} of buyer {} in sale {}", accepted.order(), accepted.buyer(), accepted.sale());
    }

    private Lane openLane(SaleId sale) {
        if (closed) {
            throw SeckillUnavailableException.nothingChanged("this node is shutting down and takes no purchases", null);
        }
        return lane(sale);
    }

    private Lane lane(SaleId sale) {
        Lane lane = lanes.get(sale);
        return lane != null ? lane : lanes.computeIfAbsent(sale, id -> new Lane(id, context));
    }

    /** A purchase that may be a repetition must get its first answer, which only the gate knows. */
    private static boolean answersSoldOut(Lane lane, PurchaseRequest request) {
        return lane.latch.isClosed()
                && request.requestKey().isEmpty()
                && request.order().isEmpty();
    }

    private PurchaseResult latched() {
        context.metrics().latched();
        return locally(Rejected.because(Reason.SOLD_OUT));
    }

    private PurchaseResult locally(Rejected result) {
        context.metrics().purchased(result);
        return result;
    }

    private Reservation wanted(PurchaseRequest request) {
        Optional<String> trace = traces.current();
        return new Reservation(
                request.sale(),
                request.buyer(),
                request.order().orElseGet(orderIds::next),
                request.quantity(),
                request.requestKey(),
                trace.isEmpty() ? Origin.FIRST : new Origin(0, trace));
    }

    /** Returns why the purchase is turned away, if that is known already. */
    private Optional<Rejected> offer(Lane first, Pending purchase, PurchaseRequest request) {
        Lane lane = first;
        while (true) {
            switch (lane.reserve()) {
                case TAKEN -> {
                    return entrance.pass(lane, purchase, request);
                }
                case FULL -> {
                    return Optional.of(Rejected.because(Reason.BUSY));
                }
                case RETIRED -> {
                    lanes.remove(lane.sale, lane);
                    lane = lane(lane.sale);
                }
            }
        }
    }

    private void unlatch(SaleId sale) {
        Lane lane = lanes.get(sale);
        if (lane != null) {
            lane.latch.open();
        }
    }

    @Override
    public int queued() {
        return lanes.values().stream().mapToInt(Lane::queued).sum();
    }

    @Override
    public int callsInFlight() {
        return lanes.values().stream().mapToInt(Lane::callsInFlight).sum();
    }

    private void sweep() {
        long now = System.nanoTime();
        try {
            entrance.sweep(now);
        } catch (RuntimeException | Error e) {
            log.error("Watching the deadlines of purchases at the limiter failed; going on", e);
        }
        for (Lane lane : lanes.values()) {
            try {
                lane.sweep(now);
                lane.latch.openIfOverBefore(now + tickNanos);
                if (lane.tryRetire(now, LANE_IDLE_NANOS)) {
                    lanes.remove(lane.sale, lane);
                }
            } catch (RuntimeException | Error e) { // or nobody would watch any more
                log.error("Watching the deadlines of sale {} failed; going on", lane.sale, e);
            }
        }
    }

    /**
     * Takes no more purchases, waits up to the deadline for those under way, and settles the rest. Closing twice is harmless.
     */
    @Override
    public void close() {
        closed = true;
        long end = System.nanoTime() + deadlineNanos;
        while (System.nanoTime() - end < 0 && !lanes.values().stream().allMatch(Lane::isIdle)) {
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
        }
        stockReturns.close();
        sweeping.cancel(false);
        deadlines.shutdown();
        context.unwatched().set(true);
        entrance.abandon();
        lanes.values().forEach(Lane::abandon);
        finder.close();
    }
}
