package io.seckill.sample.sale;

import io.seckill.SaleId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows sales: the title from our table, the rest from the gate. */
@RestController
@RequestMapping("/api/sales")
@Tag(name = "Sales")
class SaleController {

    private final SaleBoard board;

    SaleController(SaleBoard board) {
        this.board = board;
    }

    @Operation(
            summary = "Lists the sales",
            description = "Made to be asked every second: the stock is half a second old at most.")
    @GetMapping
    List<SaleView> list() {
        return board.list();
    }

    @Operation(summary = "Shows a sale")
    @GetMapping("/{sale}")
    SaleView find(@PathVariable String sale) {
        SaleId id = SaleIds.of(sale);
        return board.find(id).orElseThrow(() -> SaleIds.unknown(id));
    }
}
