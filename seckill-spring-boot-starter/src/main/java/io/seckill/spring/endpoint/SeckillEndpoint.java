package io.seckill.spring.endpoint;

import io.seckill.Operator;
import io.seckill.RequestKey;
import io.seckill.SaleId;
import io.seckill.SaleUpdate;
import io.seckill.Sales;
import io.seckill.spi.Outbox;
import io.seckill.spring.internal.RepeatingTask;
import java.security.Principal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * Shows and steers the sales.
 *
 * <ul>
 *   <li>{@code GET /}: everything at a glance; {@code GET /sales}, {@code GET /outbox}
 *   <li>{@code GET /sales/<id>}: one sale and the changes that were made to it
 *   <li>{@code POST /sales/<id>} with {@code change} pause or resume, and a {@code key} if it may be sent twice
 *   <li>{@code POST /warm-up}: asks the sale sources now
 * </ul>
 *
 * An unknown path or sale is 404, an unknown change 400, and what the sale does not allow 409 with the reason.
 */
@Endpoint(id = "seckill")
final class SeckillEndpoint {

    private static final String SALES = "sales";
    private static final String OUTBOX = "outbox";
    private static final String WARM_UP = "warm-up";

    private final Sales sales;
    private final Outbox outbox;
    private final Optional<RepeatingTask> warmUp;

    SeckillEndpoint(Sales sales, Outbox outbox, Optional<RepeatingTask> warmUp) {
        this.sales = sales;
        this.outbox = outbox;
        this.warmUp = warmUp;
    }

    @ReadOperation
    Map<String, Object> all() {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put(SALES, allSales());
        view.put(OUTBOX, Views.of(outbox.backlog()));
        return view;
    }

    @ReadOperation
    @Nullable
    Object some(@Selector String part) {
        return switch (part) {
            case SALES -> allSales();
            case OUTBOX -> Views.of(outbox.backlog());
            default -> null;
        };
    }

    private List<Map<String, Object>> allSales() {
        return sales.list().stream().map(Views::of).toList();
    }

    @ReadOperation
    @Nullable
    Map<String, Object> one(@Selector String part, @Selector String id) {
        return part.equals(SALES) ? sale(saleId(id)) : null;
    }

    private @Nullable Map<String, Object> sale(SaleId id) {
        return sales.find(id)
                .map(status -> {
                    Map<String, Object> view = Views.of(status);
                    view.put("changes", sales.audit(id).stream().map(Views::of).toList());
                    return view;
                })
                .orElse(null);
    }

    @WriteOperation
    WebEndpointResponse<Map<String, Object>> run(@Selector String part) {
        if (!part.equals(WARM_UP) || warmUp.isEmpty()) {
            return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
        }
        warmUp.get().runNow();
        return new WebEndpointResponse<>(all());
    }

    @WriteOperation
    WebEndpointResponse<Map<String, Object>> change(
            SecurityContext caller, @Selector String part, @Selector String id, String change, @Nullable String key) {
        return part.equals(SALES)
                ? answer(changed(saleId(id), change, operator(caller.getPrincipal(), key)))
                : new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }

    private SaleUpdate changed(SaleId sale, String change, Operator by) {
        return switch (change) {
            case "pause" -> sales.pause(sale, by);
            case "resume" -> sales.resume(sale, by);
            default ->
                throw new InvalidEndpointRequestException(
                        "change must be pause or resume, but was " + change, "unknown change");
        };
    }

    private static WebEndpointResponse<Map<String, Object>> answer(SaleUpdate update) {
        if (update instanceof SaleUpdate.Done done) {
            return new WebEndpointResponse<>(Views.of(done.sale()));
        }
        if (update instanceof SaleUpdate.Refused refused) {
            Map<String, Object> view = Views.of(refused.sale());
            view.put("refused", refused.why());
            return new WebEndpointResponse<>(view, 409);
        }
        return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }

    private static SaleId saleId(String id) {
        return valid(() -> new SaleId(id));
    }

    private static Operator operator(@Nullable Principal principal, @Nullable String key) {
        Operator operator = Operator.named(principal == null ? "actuator" : name(principal.getName()));
        return key == null ? operator : operator.once(valid(() -> new RequestKey(key)));
    }

    /** The host's names may have other characters and any length. */
    private static String name(String name) {
        String allowed = name.replaceAll("[^A-Za-z0-9_.:-]", "_");
        return allowed.isEmpty() ? "actuator" : allowed.substring(0, Math.min(allowed.length(), 64));
    }

    private static <T> T valid(Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new InvalidEndpointRequestException(String.valueOf(e.getMessage()), "malformed value");
        }
    }
}
