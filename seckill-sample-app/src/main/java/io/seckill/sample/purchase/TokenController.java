package io.seckill.sample.purchase;

import io.seckill.BuyerId;
import io.seckill.SaleId;
import io.seckill.sample.web.ApiPage;
import io.seckill.sample.web.Input;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.security.Principal;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Gives a buyer's page the token to buy with. */
@RestController
@Tag(name = "Purchases")
@SecurityRequirement(name = ApiPage.BUYER)
class TokenController {

    private final Entrance entrance;

    TokenController(Entrance entrance) {
        this.entrance = entrance;
    }

    @Operation(
            summary = "Gives the token to buy with",
            description =
                    "For this buyer and this sale, from shortly before it opens until it closes. To be sent with purchases in"
                            + " the header " + Entrance.HEADER
                            + ", where the shop requires it. 409: too early. 410: over.")
    @GetMapping("/api/sales/{sale}/token")
    ResponseEntity<PurchaseToken> token(@PathVariable String sale, Principal buyer) {
        SaleId id = Input.valid(() -> new SaleId(sale));
        BuyerId caller = Input.valid(() -> new BuyerId(buyer.getName()));
        return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(entrance.issue(id, caller));
    }
}
