package io.seckill.sample.console;

import io.seckill.SaleId;
import io.seckill.sample.web.ApiPage;
import io.seckill.sample.web.Input;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Tells the console what has happened in the last quarter of an hour, or since it asked last. */
@RestController
@Tag(name = "Operator")
@SecurityRequirement(name = ApiPage.OPERATOR)
class FiguresController {

    private final Watch watch;

    FiguresController(Watch watch) {
        this.watch = watch;
    }

    @Operation(
            summary = "Tells the figures of each second",
            description =
                    "Of the last quarter of an hour, later than since (milliseconds since 1970). With the stock of one"
                            + " sale. Rates are those of this node.")
    @GetMapping("/api/admin/figures")
    FiguresView figures(@RequestParam(defaultValue = "0") long since, @RequestParam Optional<String> sale) {
        return watch.after(Instant.ofEpochMilli(since), Input.valid(() -> sale.map(SaleId::new)));
    }
}
