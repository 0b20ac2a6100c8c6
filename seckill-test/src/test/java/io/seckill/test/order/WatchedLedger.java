package io.seckill.test.order;

import io.seckill.memory.InMemoryOrderLedger;
import io.seckill.spi.OrderLedger;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A ledger in memory whose every call can be counted, held up or made to fail. */
public final class WatchedLedger {

    /** A question or change that was asked for. */
    public record Call(String method, List<?> arguments) {}

    /** The ledger. */
    public final OrderLedger ledger;

    /** All calls so far. */
    public final List<Call> calls = new CopyOnWriteArrayList<>();

    private volatile Consumer<Call> before = call -> {};

    /** Makes an empty ledger. */
    public WatchedLedger(Clock clock) {
        InMemoryOrderLedger real = new InMemoryOrderLedger(clock);
        this.ledger = (OrderLedger) Proxy.newProxyInstance(
                OrderLedger.class.getClassLoader(), new Class<?>[] {OrderLedger.class}, (proxy, method, arguments) -> {
                    Call call = new Call(method.getName(), arguments == null ? List.of() : List.of(arguments));
                    calls.add(call);
                    before.accept(call);
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** Runs this before every call from now on; what it throws is what the caller gets. */
    public void before(Consumer<Call> action) {
        before = action;
    }

    /** Returns how often this method was called. */
    public long count(String method) {
        return calls.stream().filter(call -> call.method.equals(method)).count();
    }
}
