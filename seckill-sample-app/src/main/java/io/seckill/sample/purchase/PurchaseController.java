package io.seckill.sample.purchase;

import io.seckill.OrderId;
import io.seckill.PurchaseRequest;
import io.seckill.PurchaseResult;
import io.seckill.PurchaseResult.Accepted;
import io.seckill.PurchaseResult.Rejected;
import io.seckill.Seckill;
import io.seckill.SeckillUnavailableException;
import io.seckill.sample.web.ApiPage;
import io.seckill.sample.web.Input;
import io.seckill.sample.web.Problems;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.security.Principal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Buys, for the buyer whom the server knows and never for one whom the body names. */
@RestController
@Tag(name = "Purchases")
@SecurityRequirement(name = ApiPage.BUYER)
class PurchaseController {

    private final Seckill seckill;
    private final OrderProof proofs;
    private final Entrance entrance;

    PurchaseController(Seckill seckill, OrderProof proofs, Entrance entrance) {
        this.seckill = seckill;
        this.proofs = proofs;
        this.entrance = entrance;
    }

    @Operation(
            summary = "Buys",
            description =
                    "409 comes with a reason: SOLD_OUT, LIMIT_REACHED (with the orderIds held), NOT_STARTED, PAUSED or"
                            + " RELEASED. SOLD_OUT names the orderIds held to a purchase with a requestKey; without one a node may say so by itself, asking nobody. 403: without a valid token, where the shop requires one. 410: over. 429: too many at once. 503: nothing was taken, or, with orderId and proof, nobody"
                            + " knows; sending both again settles it.")
    @ApiResponse(
            responseCode = "202",
            description = "Accepted, on its way to the database",
            content = @Content(schema = @Schema(implementation = QueuedOrder.class)))
    @ApiResponse(responseCode = "410", description = "The sale is over")
    @ApiResponse(responseCode = "429", description = "Too many at once; Retry-After tells when to try again")
    // the header Accept is looked at before anything is bought
    @PostMapping(path = "/api/sales/{sale}/purchases", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> buy(
            @PathVariable String sale,
            @RequestBody(required = false) @Nullable PurchaseBody body,
            @RequestHeader(name = Entrance.HEADER, required = false) @Nullable String token,
            Principal buyer) {
        PurchaseBody wish = Objects.requireNonNullElse(body, PurchaseBody.EMPTY);
        PurchaseRequest request = Input.valid(() -> wish.toRequest(sale, buyer.getName(), proofs));
        entrance.check(token, request.sale(), request.buyer());
        PurchaseResult result = buy(request);
        if (result instanceof Rejected rejected) {
            return Rejections.answer(rejected);
        }
        QueuedOrder order = QueuedOrder.of((Accepted) result);
        return ResponseEntity.accepted()
                .location(URI.create("/api/orders/" + order.orderId()))
                .body(order);
    }

    private PurchaseResult buy(PurchaseRequest request) {
        try {
            return seckill.buy(request);
        } catch (SeckillUnavailableException e) {
            throw e.outcomeKnown() || e.order().isEmpty()
                    ? e
                    : outcomeUnknown(request, e.order().get());
        }
    }

    private ErrorResponseException outcomeUnknown(PurchaseRequest request, OrderId order) {
        ErrorResponseException problem = Problems.tryAgainSoon(
                HttpStatus.SERVICE_UNAVAILABLE,
                "OUTCOME_UNKNOWN",
                "there was no answer in time, so this was bought or it was not; send it again with this orderId and proof to"
                        + " find out: it never buys twice");
        problem.getBody().setProperty("orderId", order.value());
        problem.getBody().setProperty("proof", proofs.of(request, order.value()));
        return problem;
    }
}
