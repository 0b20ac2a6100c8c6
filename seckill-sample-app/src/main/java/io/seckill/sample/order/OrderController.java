package io.seckill.sample.order;

import io.seckill.BuyerId;
import io.seckill.OrderId;
import io.seckill.sample.web.ApiPage;
import io.seckill.sample.web.Input;
import io.seckill.sample.web.Problems;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.security.Principal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Tells a buyer what became of a purchase. */
@RestController
@Tag(name = "Orders")
@SecurityRequirement(name = ApiPage.BUYER)
class OrderController {

    private final OrderDesk orders;

    OrderController(OrderDesk orders) {
        this.orders = orders;
    }

    @Operation(
            summary = "Shows an order of the buyer's",
            description = "QUEUED on its way to the database, then UNPAID, or REFUSED with a reason.")
    @GetMapping("/api/orders/{order}")
    OrderView find(@PathVariable String order, Principal buyer) {
        OrderId id = Input.valid(() -> new OrderId(order));
        BuyerId caller = Input.valid(() -> new BuyerId(buyer.getName()));
        return orders.find(id, caller).orElseThrow(() -> Problems.notFound("you have no order '" + id + "'"));
    }
}
