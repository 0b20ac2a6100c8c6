package io.seckill.memory;

import io.seckill.AuditEntry;
import io.seckill.Opening;
import io.seckill.Operator;
import io.seckill.RequestKey;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.SaleUpdate;
import io.seckill.spi.SaleChange;
import io.seckill.spi.SaleRefusal;
import io.seckill.spi.SaleRegistry;
import io.seckill.spi.StockChange;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps definitions and states in this JVM. It counts nothing: {@code available} is the total until a {@link
 * io.seckill.gate.ComposedSaleRegistry} puts a stock guard's count in.
 *
 * @since 0.1
 */
public final class InMemorySaleRegistry implements SaleRegistry {

    private final ConcurrentMap<SaleId, Entry> sales = new ConcurrentHashMap<>();
    private final Clock clock;

    /** Makes a registry whose windows are judged by this clock. */
    public InMemorySaleRegistry(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Opening open(Sale sale) {
        Entry existing = sales.putIfAbsent(sale.id(), new Entry(sale));
        return existing == null
                ? new Opening.Created()
                : Opening.again(sale, existing.status().sale(), existing.initial);
    }

    @Override
    public Optional<SaleStatus> find(SaleId sale) {
        return Optional.ofNullable(sales.get(sale)).map(Entry::status);
    }

    @Override
    public List<SaleId> ids() {
        return List.copyOf(sales.keySet());
    }

    @Override
    public SaleUpdate change(SaleId sale, SaleChange change, Operator by) {
        Entry entry = sales.get(sale);
        return entry == null ? new SaleUpdate.Unknown() : entry.change(change, by);
    }

    @Override
    public StockChange changeStock(SaleId sale, long difference, Operator by, StockChange.Book book) {
        Entry entry = sales.get(sale);
        return entry == null
                ? new StockChange(new SaleUpdate.Unknown(), false)
                : entry.changeStock(difference, by, book);
    }

    @Override
    public void finishStockChange(SaleId sale, StockChange.Book book) {
        Entry entry = sales.get(sale);
        if (entry != null) {
            entry.finishStockChange(book);
        }
    }

    @Override
    public void note(SaleId sale, String what, Operator by) {
        Entry entry = sales.get(sale);
        if (entry != null) {
            entry.note(what, by);
        }
    }

    @Override
    public List<AuditEntry> audit(SaleId sale) {
        Entry entry = sales.get(sale);
        return entry == null ? List.of() : entry.audit();
    }

    @Override
    public boolean countsSold() {
        return false;
    }

    /** One sale. Who reads it does not wait for a change. */
    private final class Entry {

        private final ReentrantLock lock = new ReentrantLock();
        private final List<AuditEntry> audit = new ArrayList<>();
        private final Map<RequestKey, String> made = new HashMap<>();
        private final Sale initial;
        private volatile SaleStatus now;

        /** A smaller total that the book does not know yet. */
        private Optional<Withdrawal> halfDone = Optional.empty();

        Entry(Sale sale) {
            this.initial = sale;
            this.now = new SaleStatus(sale, SaleState.OPEN, sale.total(), 0, 0, clock.instant());
        }

        SaleStatus status() {
            SaleStatus last = now;
            return new SaleStatus(last.sale(), last.state(), last.available(), 0, 0, clock.instant());
        }

        SaleUpdate change(SaleChange change, Operator by) {
            lock.lock();
            try {
                SaleState state = now.state();
                SaleState wanted = stateAfter(change, state);
                boolean same = change instanceof SaleChange.Extend extend
                        ? extend.closes().equals(now.sale().closes())
                        : wanted == state || wanted == SaleState.CLOSED && state.isOver();
                if (same || by.key().filter(made::containsKey).isPresent()) {
                    return new SaleUpdate.Done(status());
                }
                Optional<SaleRefusal> refusal = refusal(change);
                if (refusal.isPresent()) {
                    return refusal.get().of(status());
                }
                Sale sale = change instanceof SaleChange.Extend extend
                        ? now.sale().withCloses(extend.closes())
                        : now.sale();
                become(sale, wanted, change.words(), by);
                return new SaleUpdate.Done(status());
            } finally {
                lock.unlock();
            }
        }

        private Optional<SaleRefusal> refusal(SaleChange change) {
            if (now.state() == SaleState.REBUILDING) {
                return Optional.of(SaleRefusal.REBUILDING);
            }
            boolean closed = now.state().isOver();
            if (change instanceof SaleChange.Settle) {
                boolean over = closed || !clock.instant().isBefore(now.sale().closes());
                return over ? Optional.empty() : Optional.of(SaleRefusal.STILL_SELLING);
            }
            if (closed) {
                return Optional.of(SaleRefusal.OVER);
            }
            boolean earlier = change instanceof SaleChange.Extend extend
                    && extend.closes().isBefore(now.sale().closes());
            return earlier ? Optional.of(SaleRefusal.ENDS_LATER) : Optional.empty();
        }

        StockChange changeStock(long difference, Operator by, StockChange.Book book) {
            lock.lock();
            try {
                finishStockChange(book);
                Optional<String> before = by.key().map(made::get);
                if (before.isPresent()) {
                    return new StockChange(new SaleUpdate.Done(status()), false, before.get());
                }
                long from = now.sale().total();
                long to = from + difference;
                Optional<SaleRefusal> refusal = stockRefusal(to);
                if (refusal.isEmpty() && difference > 0 && !book.changeTotal(from, to)) {
                    refusal = Optional.of(SaleRefusal.LEDGER_DISAGREES);
                }
                if (refusal.isPresent()) {
                    return new StockChange(refusal.get().of(status()), false);
                }
                become(now.sale().withTotal(to), now.state(), StockChange.words(difference), by);
                if (difference < 0) {
                    halfDone = Optional.of(new Withdrawal(from, to));
                    finishStockChange(book);
                }
                return new StockChange(new SaleUpdate.Done(status()), true);
            } finally {
                lock.unlock();
            }
        }

        void finishStockChange(StockChange.Book book) {
            lock.lock();
            try {
                halfDone.ifPresent(change -> book.changeTotal(change.from, change.to));
                halfDone = Optional.empty();
            } finally {
                lock.unlock();
            }
        }

        private Optional<SaleRefusal> stockRefusal(long to) {
            if (now.state().isOver()) {
                return Optional.of(SaleRefusal.OVER);
            }
            if (now.state() == SaleState.REBUILDING) {
                return Optional.of(SaleRefusal.REBUILDING);
            }
            if (to < 0) {
                return Optional.of(SaleRefusal.TOO_FEW_AVAILABLE);
            }
            return to < 1 || to > Sale.MAX_TOTAL ? Optional.of(SaleRefusal.TOTAL_OUT_OF_BOUNDS) : Optional.empty();
        }

        private void become(Sale sale, SaleState state, String what, Operator by) {
            now = new SaleStatus(sale, state, sale.total(), 0, 0, clock.instant());
            by.key().ifPresent(key -> made.put(key, what));
            note(what, by);
        }

        void note(String what, Operator by) {
            lock.lock();
            try {
                audit.add(new AuditEntry(by.name(), what, clock.instant()));
            } finally {
                lock.unlock();
            }
        }

        List<AuditEntry> audit() {
            lock.lock();
            try {
                return List.copyOf(audit);
            } finally {
                lock.unlock();
            }
        }
    }

    private record Withdrawal(long from, long to) {}

    private static SaleState stateAfter(SaleChange change, SaleState before) {
        if (change instanceof SaleChange.Pause) {
            return SaleState.PAUSED;
        }
        if (change instanceof SaleChange.Resume) {
            return SaleState.OPEN;
        }
        if (change instanceof SaleChange.Close) {
            return SaleState.CLOSED;
        }
        return change instanceof SaleChange.Settle ? SaleState.SETTLED : before;
    }
}
