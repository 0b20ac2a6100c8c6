package io.seckill.load.tutorial;

import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Buys. It answers with the statuses of the sample, so that one client can tell the answers of both apart. */
@RestController
class VoucherOrderController {

    private final VoucherOrderService orders;

    VoucherOrderController(VoucherOrderService orders) {
        this.orders = orders;
    }

    @PostMapping("/voucher-order/seckill/{voucher}")
    ResponseEntity<Result> buy(@PathVariable("voucher") long voucher, Principal user) {
        long order = orders.nextId();
        return switch (orders.buy(voucher, user.getName(), order)) {
            case BOUGHT -> ResponseEntity.accepted().body(Result.ok(order));
            case SOLD_OUT -> no("sold out");
            case BOUGHT_BEFORE -> no("you bought this before");
        };
    }

    @PostMapping("/voucher/{voucher}")
    void open(@PathVariable("voucher") long voucher, @RequestParam("stock") long stock) {
        orders.open(voucher, stock);
    }

    private static ResponseEntity<Result> no(String why) {
        return ResponseEntity.status(HttpStatus.CONFLICT).body(Result.fail(why));
    }

    /** The answer that every endpoint of the tutorial gives. */
    record Result(
            boolean success,
            @Nullable String errorMsg,
            @Nullable String data) {

        static Result ok(long order) {
            return new Result(true, null, Long.toString(order));
        }

        static Result fail(String why) {
            return new Result(false, why, null);
        }
    }
}
