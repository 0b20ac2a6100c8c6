package io.seckill.lab.stage;

import io.seckill.BuyerId;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Reason;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.gate.ComposedGate;
import io.seckill.gate.ComposedSaleRegistry;
import io.seckill.gate.LockedGate;
import io.seckill.ids.LocalNodeLease;
import io.seckill.ids.TimeSortedOrderIds;
import io.seckill.memory.InMemoryOutbox;
import io.seckill.memory.InMemorySaleRegistry;
import io.seckill.spi.AdmissionGate;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A composed gate whose guards are in the database, with or without a lock for each buyer. The caller's thread does it all, without the
 * engine, and hands over to an outbox in memory: what is compared is the guards and the locks. Each thread has a gate of its own, as if it
 * were a node, for a gate lets the purchases of one buyer wait for each other, which is here for the guards and the lock to do.
 */
final class OnDatabase implements Shareable {

    private static final int OUTBOX = 10_000_000;

    private final String name;
    private final Parts parts;
    private final JdbcTemplate jdbc;
    private final TimeSortedOrderIds orders = new TimeSortedOrderIds(new LocalNodeLease());
    private SaleId sale = Windows.nextSale();
    private long stock;
    private @Nullable ThreadLocal<AdmissionGate> gates;

    OnDatabase(String name, Parts parts, Servers servers) {
        this.name = name;
        this.parts = parts;
        this.jdbc = new JdbcTemplate(servers.database());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void open(long newStock) {
        parts.tables().forEach(table -> jdbc.execute("TRUNCATE TABLE " + table));
        join(Windows.nextSale().value(), newStock);
    }

    @Override
    public void join(String other, long newStock) {
        sale = new SaleId(other);
        stock = newStock;
        InMemorySaleRegistry definitions = new InMemorySaleRegistry(Clock.systemUTC());
        new ComposedSaleRegistry(definitions, parts.stock()).open(Windows.open(sale, stock));
        InMemoryOutbox outbox = new InMemoryOutbox(OUTBOX, Duration.ofSeconds(10));
        gates = ThreadLocal.withInitial(() ->
                locked(new ComposedGate(definitions, parts.buyers(), parts.stock(), outbox::append, Runnable::run)));
    }

    private AdmissionGate locked(AdmissionGate gate) {
        return parts.lock()
                .<AdmissionGate>map(
                        lock -> new LockedGate(gate, lock.lock(), parts.maxWait(), parts.lease(), Runnable::run))
                .orElse(gate);
    }

    @Override
    public String sale() {
        return sale.value();
    }

    @Override
    public Answer buy(String buyer) {
        if (gates == null) {
            throw new IllegalStateException("no sale is open");
        }
        Reservation wanted = Reservation.of(sale, new BuyerId(buyer), orders.next(), 1);
        PurchaseResult result = gates.get()
                .admit(sale, List.of(wanted))
                .toCompletableFuture()
                .join()
                .get(0);
        boolean busy = result instanceof Rejected rejected && rejected.reason() == Reason.BUSY;
        return busy ? Answer.BOUGHT_BEFORE : Answer.of(result); // another call of this buyer is under way
    }

    @Override
    public long sold() {
        return stock - parts.stock().available(sale).orElse(0);
    }

    @Override
    public Set<String> commands() {
        return parts.lock().map(ConnectedLock::commands).orElse(Set.of());
    }

    @Override
    public String observed() {
        return noticed().inWords();
    }

    @Override
    public Noticed noticed() {
        return parts.noticed().get();
    }

    @Override
    public void close() {
        parts.lock().ifPresent(ConnectedLock::close);
    }
}
