package io.seckill.sample.sale;

import io.seckill.AuditEntry;
import io.seckill.Operator;
import io.seckill.SaleId;
import io.seckill.SaleUpdate;
import io.seckill.Sales;
import io.seckill.sample.web.ApiPage;
import io.seckill.sample.web.Input;
import io.seckill.sample.web.Problems;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.security.Principal;
import java.time.Instant;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Steers sales while they sell. Every change may be sent again. */
@RestController
@RequestMapping(path = "/api/admin/sales/{sale}", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "Operator")
@SecurityRequirement(name = ApiPage.OPERATOR)
class SaleSteeringController {

    private final Sales sales;

    SaleSteeringController(Sales sales) {
        this.sales = sales;
    }

    /** Changes a sale in the operator's name. */
    private interface Change {
        SaleUpdate apply(SaleId sale, Operator by);
    }

    @Operation(summary = "Shows a sale with all its figures")
    @GetMapping
    SaleFigures find(@PathVariable String sale) {
        SaleId id = SaleIds.of(sale);
        return sales.find(id).map(SaleFigures::of).orElseThrow(() -> SaleIds.unknown(id));
    }

    @Operation(summary = "Stops selling until resumed", description = "409: the sale is over or being rebuilt.")
    @PostMapping("/pause")
    SaleFigures pause(@PathVariable String sale, Principal operator) {
        return change(sale, operator, sales::pause);
    }

    @Operation(summary = "Sells again after a pause", description = "409: the sale is over or being rebuilt.")
    @PostMapping("/resume")
    SaleFigures resume(@PathVariable String sale, Principal operator) {
        return change(sale, operator, sales::resume);
    }

    @Operation(
            summary = "Adds or withdraws stock",
            description =
                    "With a key the change is made once, however often it is sent. 409: more is held than would be left, the"
                            + " sale is over, or the key was used for another amount (KEY_REUSED).")
    @PostMapping("/stock")
    SaleFigures changeStock(@PathVariable String sale, @Valid @RequestBody StockBody body, Principal operator) {
        Operator by = Input.valid(() -> body.by(Operator.named(operator.getName())));
        long more = body.change();
        SaleId id = SaleIds.of(sale);
        return answer(id, more > 0 ? sales.addStock(id, more, by) : sales.withdrawStock(id, -more, by));
    }

    @Operation(
            summary = "Moves the end of the window to a later instant",
            description = "409: it ends later already, or is over.")
    @PostMapping("/extend")
    SaleFigures extend(@PathVariable String sale, @Valid @RequestBody ExtendBody body, Principal operator) {
        Instant closes = body.end();
        return change(sale, operator, (id, by) -> sales.extend(id, closes, by));
    }

    @Operation(
            summary = "Ends a sale for good",
            description = "Purchases already accepted still become orders, and unpaid orders can still be paid.")
    @PostMapping("/close")
    SaleFigures close(@PathVariable String sale, Principal operator) {
        return change(sale, operator, sales::close);
    }

    @Operation(
            summary = "Makes the figures of a sale final",
            description =
                    "409, with what is missing: the sale is not over, or something is not delivered, paid or cancelled yet.")
    @PostMapping("/settle")
    SaleFigures settle(@PathVariable String sale, Principal operator) {
        return change(sale, operator, sales::settle);
    }

    @Operation(summary = "Lists who changed a sale, how and when", description = "Oldest first.")
    @GetMapping("/audit")
    List<AuditEntry> audit(@PathVariable String sale) {
        SaleId id = SaleIds.of(sale);
        List<AuditEntry> changes = sales.audit(id);
        if (changes.isEmpty() && sales.find(id).isEmpty()) {
            throw SaleIds.unknown(id);
        }
        return changes;
    }

    private static SaleFigures change(String sale, Principal operator, Change change) {
        SaleId id = SaleIds.of(sale);
        return answer(id, change.apply(id, Operator.named(operator.getName())));
    }

    private static SaleFigures answer(SaleId sale, SaleUpdate update) {
        if (update instanceof SaleUpdate.Done done) {
            return SaleFigures.of(done.sale());
        }
        if (update instanceof SaleUpdate.Refused refused) {
            throw problem(refused);
        }
        throw SaleIds.unknown(sale);
    }

    private static ErrorResponseException problem(SaleUpdate.Refused refused) {
        ErrorResponseException problem = Problems.of(HttpStatus.CONFLICT, refused.code(), refused.why());
        problem.getBody().setProperty("state", refused.sale().state().name());
        return problem;
    }
}
