package io.seckill.sample.sale;

import static java.util.stream.Collectors.toMap;

import io.seckill.SaleId;
import io.seckill.Sales;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows sales: the title from our table, the rest from the gate. */
@RestController
@RequestMapping("/api/sales")
@Tag(name = "Sales")
class SaleController {

    private final Sales sales;
    private final VoucherSales vouchers;

    SaleController(Sales sales, VoucherSales vouchers) {
        this.sales = sales;
        this.vouchers = vouchers;
    }

    @Operation(summary = "Lists the sales")
    @GetMapping
    List<SaleView> list() {
        Map<SaleId, VoucherSale> byId =
                vouchers.all().stream().collect(toMap(voucher -> voucher.sale().id(), Function.identity()));
        return sales.list().stream()
                .flatMap(status ->
                        Stream.ofNullable(byId.get(status.sale().id())).map(voucher -> SaleView.of(voucher, status)))
                .toList();
    }

    @Operation(summary = "Shows a sale")
    @GetMapping("/{sale}")
    SaleView find(@PathVariable String sale) {
        SaleId id = SaleIds.of(sale);
        return vouchers.find(id)
                .flatMap(voucher -> sales.find(id).map(status -> SaleView.of(voucher, status)))
                .orElseThrow(() -> SaleIds.unknown(id));
    }
}
