package io.seckill.sample.sale;

import io.seckill.Operator;
import io.seckill.SaleId;
import io.seckill.reconcile.Rebuild;
import io.seckill.reconcile.Reconciler;
import io.seckill.reconcile.Repair;
import io.seckill.sample.web.ApiPage;
import io.seckill.sample.web.Problems;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.security.Principal;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Compares gate and database, and mends what differs. */
@RestController
@RequestMapping(path = "/api/admin/sales/{sale}", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "Operator")
@SecurityRequirement(name = ApiPage.OPERATOR)
class ReconcileController {

    private final Reconciler reconciler;

    ReconcileController(Reconciler reconciler) {
        this.reconciler = reconciler;
    }

    @Operation(
            summary = "Tells what differs between gate and database",
            description = "At any time; selling goes on. What is on its way is no difference.")
    @GetMapping("/reconciliation")
    DriftView check(@PathVariable String sale) {
        SaleId id = SaleIds.of(sale);
        return reconciler.check(id).map(DriftView::of).orElseThrow(() -> SaleIds.unknown(id));
    }

    @Operation(
            summary = "Mends what differs between gate and database",
            description =
                    "Tells what it would do, and does it with dryRun=false. 409: the sale does not rest; pause it first.")
    @PostMapping("/repair")
    RepairView repair(
            @PathVariable String sale, @RequestParam(defaultValue = "true") boolean dryRun, Principal operator) {
        SaleId id = SaleIds.of(sale);
        Repair repair = dryRun ? reconciler.planRepair(id) : reconciler.repair(id, Operator.named(operator.getName()));
        if (repair instanceof Repair.Done done) {
            return new RepairView(dryRun, done.steps(), DriftView.of(done.left()));
        }
        if (repair instanceof Repair.Refused refused) {
            throw Problems.of(HttpStatus.CONFLICT, "CANNOT_REPAIR", refused.why());
        }
        throw SaleIds.unknown(id);
    }

    @Operation(
            summary = "Makes a sale anew from the database, where Redis has lost it",
            description =
                    "Leaves it paused: resume it. 409: it cannot be rebuilt now. 404: the database does not know it.")
    @PostMapping("/rebuild")
    RebuildView rebuild(@PathVariable String sale, Principal operator) {
        SaleId id = SaleIds.of(sale);
        Rebuild rebuild = reconciler.rebuild(id, Operator.named(operator.getName()));
        if (rebuild instanceof Rebuild.Done done) {
            return new RebuildView(SaleFigures.of(done.sale()), done.epoch(), done.orders());
        }
        if (rebuild instanceof Rebuild.Refused refused) {
            throw Problems.of(HttpStatus.CONFLICT, "CANNOT_REBUILD", refused.why());
        }
        throw SaleIds.unknown(id);
    }
}
