package io.seckill.spring.endpoint;

import io.seckill.DeadLetters;
import io.seckill.Operator;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.SaleUpdate;
import io.seckill.Sales;
import io.seckill.engine.DeadLetterDesk;
import io.seckill.memory.InMemoryOutbox;
import io.seckill.spi.DeadLetterBox;
import io.seckill.spi.Outbox;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One sale named coupon, and a record of who changed it how. */
final class RecordedSales {

    static final Outbox OUTBOX = new InMemoryOutbox();
    static final DeadLetters LETTERS = new DeadLetterDesk(DeadLetterBox.of(OUTBOX), null, null, Optional.empty());
    static final SaleStatus COUPON = new SaleStatus(
            new Sale(
                    new SaleId("coupon"),
                    10,
                    1,
                    Instant.parse("2026-06-18T10:00:00Z"),
                    Instant.parse("2026-06-18T11:00:00Z")),
            SaleState.OPEN,
            7,
            2,
            1,
            Instant.parse("2026-06-18T10:30:00Z"));

    record Change(String what, SaleId sale, Operator by) {}

    final List<Change> changes = new ArrayList<>();
    SaleUpdate answer = new SaleUpdate.Done(COUPON);

    Sales sales() {
        return (Sales) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Sales.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("list")) {
                        return List.of(COUPON);
                    }
                    if (method.getName().equals("find")) {
                        return Optional.of(COUPON)
                                .filter(sale -> sale.sale().id().equals(arguments[0]));
                    }
                    if (method.getName().equals("audit")) {
                        return List.of();
                    }
                    changes.add(new Change(method.getName(), (SaleId) arguments[0], (Operator) arguments[1]));
                    return answer;
                });
    }
}
