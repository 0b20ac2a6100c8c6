package io.seckill.sample.refund;

import io.seckill.sample.web.ApiPage;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows the operator which late payments were given back. */
@RestController
@Tag(name = "Operator")
@SecurityRequirement(name = ApiPage.OPERATOR)
class RefundController {

    private static final int PAGE = 100;

    private final Refunds refunds;

    RefundController(Refunds refunds) {
        this.refunds = refunds;
    }

    @Operation(summary = "Lists the refunds of late payments", description = "The newest " + PAGE + ".")
    @GetMapping("/api/admin/refunds")
    List<Refund> newest() {
        return refunds.newest(PAGE);
    }
}
