package io.seckill.spring.endpoint;

import io.seckill.DeadLetters;
import io.seckill.Operator;
import io.seckill.ReleaseReason;
import io.seckill.RequestKey;
import io.seckill.SaleId;
import io.seckill.SaleStatus;
import io.seckill.SaleUpdate;
import io.seckill.Sales;
import io.seckill.reconcile.Rebuild;
import io.seckill.reconcile.Reconciler;
import io.seckill.reconcile.Repair;
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
 *   <li>{@code GET /dead-letters}: the oldest of them; {@code GET /dead-letters/<id>}: one
 *   <li>{@code POST /dead-letters} with {@code change} retry: all of them; {@code POST /dead-letters/<id>} with {@code change} retry or refuse
 *   <li>{@code GET /reconcile/<sale id>}: what differs between gate and ledger; {@code POST /reconcile/<sale id>} with {@code change} plan,
 *       repair or rebuild
 * </ul>
 *
 * An unknown path, sale or dead letter is 404 and says what is unknown, an unknown change 400, and what the sale does not allow 409 with
 * the reason; so is refusing what has become an order.
 */
@Endpoint(id = "seckill")
final class SeckillEndpoint {

    private static final String SALES = "sales";
    private static final String OUTBOX = "outbox";
    private static final String WARM_UP = "warm-up";
    private static final String DEAD_LETTERS = "dead-letters";
    private static final String RECONCILE = "reconcile";
    private static final String RETRY = "retry";
    private static final String SALE = "sale";
    private static final String DEAD_LETTER = "dead letter";
    private static final int LETTERS_SHOWN = 100;
    private static final int CONFLICT = 409;

    private final Sales sales;
    private final Outbox outbox;
    private final DeadLetters deadLetters;
    private final Optional<RepeatingTask> warmUp;
    private final Optional<Reconciler> reconciler;

    SeckillEndpoint(
            Sales sales,
            Outbox outbox,
            DeadLetters deadLetters,
            Optional<RepeatingTask> warmUp,
            Optional<Reconciler> reconciler) {
        this.sales = sales;
        this.outbox = outbox;
        this.deadLetters = deadLetters;
        this.warmUp = warmUp;
        this.reconciler = reconciler;
    }

    @ReadOperation
    Map<String, Object> all() {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put(SALES, allSales());
        view.put(OUTBOX, Views.of(outbox.backlog()));
        return view;
    }

    @ReadOperation
    Object some(@Selector String part) {
        return switch (part) {
            case SALES -> allSales();
            case OUTBOX -> Views.of(outbox.backlog());
            case DEAD_LETTERS ->
                deadLetters.list(LETTERS_SHOWN).stream().map(Views::of).toList();
            default -> unknownPart(part);
        };
    }

    private List<Map<String, Object>> allSales() {
        return sales.list().stream().map(Views::of).toList();
    }

    @ReadOperation
    WebEndpointResponse<Map<String, Object>> one(@Selector String part, @Selector String id) {
        return switch (part) {
            case SALES -> found(sales.find(saleId(id)).map(this::withChanges), SALE, id);
            case DEAD_LETTERS -> found(deadLetters.find(id).map(Views::of), DEAD_LETTER, id);
            case RECONCILE ->
                reconciler
                        .map(books -> found(books.check(saleId(id)).map(Views::of), SALE, id))
                        .orElseGet(SeckillEndpoint::noReconciler);
            default -> unknownPart(part);
        };
    }

    private Map<String, Object> withChanges(SaleStatus status) {
        Map<String, Object> view = Views.of(status);
        view.put(
                "changes",
                sales.audit(status.sale().id()).stream().map(Views::of).toList());
        return view;
    }

    @WriteOperation
    @SuppressWarnings(
            "deprecation") // Spring's annotation is the one that makes a parameter optional on Spring Boot 3.5
    WebEndpointResponse<Map<String, Object>> run(
            SecurityContext caller,
            @Selector String part,
            @org.springframework.lang.Nullable @Nullable String change,
            @org.springframework.lang.Nullable @Nullable String id) {
        if (part.equals(DEAD_LETTERS)) {
            if (id != null) { // whoever means one must not retry all
                throw bad("one dead letter is retried at " + DEAD_LETTERS + "/<id>; here are all, but id was " + id);
            }
            return retryAll(String.valueOf(change), operator(caller.getPrincipal(), null));
        }
        if (!part.equals(WARM_UP)) {
            return unknownPart(part);
        }
        if (warmUp.isEmpty()) {
            return notFound("there is no warm-up, for there is no sale source");
        }
        warmUp.get().runNow();
        return new WebEndpointResponse<>(all());
    }

    private WebEndpointResponse<Map<String, Object>> retryAll(String change, Operator by) {
        if (!change.equals(RETRY)) {
            throw unknownChange(RETRY, change);
        }
        return new WebEndpointResponse<>(Map.of("retried", deadLetters.retryAll(by)));
    }

    @WriteOperation
    @SuppressWarnings("deprecation") // as above
    WebEndpointResponse<Map<String, Object>> change(
            SecurityContext caller,
            @Selector String part,
            @Selector String id,
            String change,
            @org.springframework.lang.Nullable @Nullable String key) {
        Operator by = operator(caller.getPrincipal(), key);
        return switch (part) {
            case SALES -> answer(changed(saleId(id), change, by), id);
            case DEAD_LETTERS -> answer(decided(id, change, by), id);
            case RECONCILE ->
                reconciler
                        .map(books -> reconciled(books, saleId(id), change, by))
                        .orElseGet(SeckillEndpoint::noReconciler);
            default -> unknownPart(part);
        };
    }

    private SaleUpdate changed(SaleId sale, String change, Operator by) {
        return switch (change) {
            case "pause" -> sales.pause(sale, by);
            case "resume" -> sales.resume(sale, by);
            default -> throw unknownChange("pause or resume", change);
        };
    }

    private DeadLetters.Outcome decided(String letter, String change, Operator by) {
        return switch (change) {
            case RETRY -> deadLetters.retry(letter, by);
            case "refuse" -> deadLetters.refuse(letter, ReleaseReason.NOT_DELIVERED, by);
            default -> throw unknownChange("retry or refuse", change);
        };
    }

    private static WebEndpointResponse<Map<String, Object>> reconciled(
            Reconciler books, SaleId sale, String change, Operator by) {
        return switch (change) {
            case "plan" -> answer(books.planRepair(sale), sale.value());
            case "repair" -> answer(books.repair(sale, by), sale.value());
            case "rebuild" -> answer(books.rebuild(sale, by), sale.value());
            default -> throw unknownChange("plan, repair or rebuild", change);
        };
    }

    private static WebEndpointResponse<Map<String, Object>> answer(Repair repair, String sale) {
        if (repair instanceof Repair.Done done) {
            Map<String, Object> view = Views.of(done.left());
            view.put("steps", done.steps());
            return new WebEndpointResponse<>(view);
        }
        return repair instanceof Repair.Refused refused ? refused(refused.why()) : unknown(SALE, sale);
    }

    private static WebEndpointResponse<Map<String, Object>> answer(Rebuild rebuild, String sale) {
        if (rebuild instanceof Rebuild.Done done) {
            Map<String, Object> view = Views.of(done.sale());
            view.put("epoch", done.epoch());
            view.put("orders", done.orders());
            return new WebEndpointResponse<>(view);
        }
        return rebuild instanceof Rebuild.Refused refused ? refused(refused.why()) : unknown(SALE, sale);
    }

    private static WebEndpointResponse<Map<String, Object>> refused(String why) {
        return new WebEndpointResponse<>(Map.of("refused", why), CONFLICT);
    }

    private static InvalidEndpointRequestException unknownChange(String allowed, String change) {
        return bad("change must be " + allowed + ", but was " + change);
    }

    private static InvalidEndpointRequestException bad(String why) {
        return new InvalidEndpointRequestException(why, why);
    }

    private static WebEndpointResponse<Map<String, Object>> answer(DeadLetters.Outcome outcome, String letter) {
        return switch (outcome) {
            case DONE -> new WebEndpointResponse<>(Map.of("outcome", outcome.name()));
            case STORED -> new WebEndpointResponse<>(Map.of("outcome", outcome.name()), CONFLICT);
            case UNKNOWN -> unknown(DEAD_LETTER, letter);
        };
    }

    private static WebEndpointResponse<Map<String, Object>> answer(SaleUpdate update, String sale) {
        if (update instanceof SaleUpdate.Done done) {
            return new WebEndpointResponse<>(Views.of(done.sale()));
        }
        if (update instanceof SaleUpdate.Refused refused) {
            Map<String, Object> view = Views.of(refused.sale());
            view.put("refused", refused.why());
            return new WebEndpointResponse<>(view, CONFLICT);
        }
        return unknown(SALE, sale);
    }

    private static WebEndpointResponse<Map<String, Object>> found(
            Optional<Map<String, Object>> view, String what, String id) {
        return view.map(WebEndpointResponse::new).orElseGet(() -> unknown(what, id));
    }

    private static WebEndpointResponse<Map<String, Object>> unknown(String what, String id) {
        return notFound("there is no " + what + " '" + id + "'");
    }

    private static WebEndpointResponse<Map<String, Object>> unknownPart(String part) {
        return notFound("there is no '" + part + "' here, but "
                + String.join(", ", SALES, OUTBOX, DEAD_LETTERS, RECONCILE, WARM_UP));
    }

    private static WebEndpointResponse<Map<String, Object>> noReconciler() {
        return notFound("there is nothing to reconcile: the gate or the ledger keeps no books");
    }

    private static WebEndpointResponse<Map<String, Object>> notFound(String why) {
        return new WebEndpointResponse<>(Map.of("notFound", why), WebEndpointResponse.STATUS_NOT_FOUND);
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
            throw bad(String.valueOf(e.getMessage()));
        }
    }
}
