package io.seckill.sample.order;

import io.seckill.sample.order.BuyerOrders.Asked;
import io.seckill.sample.web.ApiPage;
import io.seckill.sample.web.Problems;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Lets a buyer's page watch an order. */
@RestController
@Tag(name = "Orders")
@SecurityRequirement(name = ApiPage.BUYER)
class OrderEventsController {

    private final BuyerOrders orders;
    private final OrderStreams streams;

    OrderEventsController(BuyerOrders orders, OrderStreams streams) {
        this.orders = orders;
        this.streams = streams;
    }

    @Operation(
            summary = "Watches an order of the buyer's",
            description =
                    "Server-sent events named order: the order as it is now, then each change until the last. The stream"
                            + " ends then, or after a while; a browser comes back by itself, and gets 204 when nothing can change any more."
                            + " 503 with Retry-After: too many watch, or this buyer does too often; ask for the order itself now and then.")
    @ApiResponse(
            responseCode = "200",
            content =
                    @Content(
                            mediaType = MediaType.TEXT_EVENT_STREAM_VALUE,
                            schema = @Schema(implementation = OrderView.class)))
    @GetMapping(path = "/api/orders/{order}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    ResponseEntity<SseEmitter> watch(
            @PathVariable String order,
            @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastSeen,
            Principal buyer) {
        Asked asked = Asked.of(order, buyer);
        OrderView now = orders.find(asked);
        if (now.last() && now.status().equals(lastSeen)) {
            return ResponseEntity.noContent().build();
        }
        SseEmitter events = streams.open(asked, now)
                .orElseThrow(() -> Problems.tryAgainSoon(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "TOO_MANY_WATCH",
                        "too many watch orders, or you do too often; ask for /api/orders/" + asked.order()
                                + " now and then"));
        return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(events);
    }
}
