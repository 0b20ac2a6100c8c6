package io.seckill.sample.order;

import io.seckill.PaymentId;
import io.seckill.sample.order.BuyerOrders.Asked;
import io.seckill.sample.web.ApiPage;
import io.seckill.sample.web.Input;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.security.Principal;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells a buyer what became of a purchase, and takes the payment or the cancellation. */
@RestController
@RequestMapping("/api/orders/{order}")
@Tag(name = "Orders")
@SecurityRequirement(name = ApiPage.BUYER)
class OrderController {

    private final BuyerOrders orders;

    OrderController(BuyerOrders orders) {
        this.orders = orders;
    }

    @Operation(
            summary = "Shows an order of the buyer's",
            description = "QUEUED on its way to the database, then UNPAID with payBy, PAID, CANCELLED with a reason, or"
                    + " REFUSED with a reason.")
    @GetMapping
    OrderView find(@PathVariable String order, Principal buyer) {
        return orders.find(Asked.of(order, buyer));
    }

    @Operation(
            summary = "Pays an order of the buyer's",
            description =
                    "A demo: the page stands for the payment provider. The same paymentId again gets the same answer."
                            + " 409: too late, with the status the order has now; the payment is kept and will be refunded. Also 409,"
                            + " with Retry-After: still QUEUED, nothing was charged.")
    @PostMapping(path = "/payment", produces = MediaType.APPLICATION_JSON_VALUE) // looked at before anything is paid
    OrderView pay(@PathVariable String order, @Valid @RequestBody PaymentBody body, Principal buyer) {
        PaymentId payment = Input.valid(() -> new PaymentId(body.paymentId()));
        return orders.pay(Asked.of(order, buyer), payment);
    }

    @Operation(
            summary = "Cancels an order of the buyer's",
            description =
                    "What it held is for sale again. 200 also if it was CANCELLED before. 409: it is PAID or REFUSED; or,"
                            + " with Retry-After, still QUEUED.")
    @DeleteMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    OrderView cancel(@PathVariable String order, Principal buyer) {
        return orders.cancel(Asked.of(order, buyer));
    }
}
