package io.seckill.sample.sale;

import io.seckill.Sales;
import io.seckill.sample.sale.SaleDesk.Opened;
import io.seckill.sample.web.ApiPage;
import io.seckill.sample.web.Input;
import io.seckill.sample.web.Problems;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the operator does. */
@RestController
@RequestMapping("/api/admin/sales")
@Tag(name = "Operator")
@SecurityRequirement(name = ApiPage.OPERATOR)
class SaleAdminController {

    private final SaleDesk desk;
    private final Sales sales;

    SaleAdminController(SaleDesk desk, Sales sales) {
        this.desk = desk;
        this.sales = sales;
    }

    @Operation(
            summary = "Opens a sale",
            description =
                    "200: it is there with this definition. 409: it is there with another one, and the difference is named;"
                            + " or it is settled, and Redis has forgotten it.")
    @ApiResponse(responseCode = "200", description = "It was there already", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "201", description = "Opened", useReturnTypeSchema = true)
    @PostMapping(produces = MediaType.APPLICATION_JSON_VALUE) // looked at before anything is opened
    ResponseEntity<SaleView> open(@Valid @RequestBody NewSale body) {
        VoucherSale wanted = Input.valid(body::toVoucherSale);
        if (desk.comesTooLate(wanted.sale())) {
            throw Problems.of(
                    HttpStatus.BAD_REQUEST,
                    "WINDOW_OVER",
                    "closes must be in the future, or nobody can buy, but sale " + body.id() + " has " + body.closes());
        }
        Opened opened = desk.open(wanted);
        if (!opened.trouble().isEmpty()) {
            throw Problems.of(
                    HttpStatus.CONFLICT,
                    opened.lost() ? "LOST" : "ANOTHER_DEFINITION",
                    "sale '" + body.id() + "' is there and stays as it is: " + opened.trouble());
        }
        SaleView view = sales.find(wanted.sale().id())
                .map(now -> SaleView.of(wanted, now))
                .orElseThrow(() -> Problems.of(
                        HttpStatus.CONFLICT,
                        "SETTLED",
                        "sale '" + body.id() + "' is settled and never sells again; open one with another id"));
        return opened.created()
                ? ResponseEntity.created(URI.create("/api/sales/" + body.id())).body(view)
                : ResponseEntity.ok(view);
    }
}
