package io.seckill.sample.crowd;

import io.seckill.SaleId;
import io.seckill.sample.web.ApiPage;
import io.seckill.sample.web.Input;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.util.Optional;
import org.springframework.context.annotation.Profile;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Lets a crowd loose on a sale of the demo. */
@RestController
@Profile("demo")
@RequestMapping(path = "/api/admin/crowd", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "Operator")
@SecurityRequirement(name = ApiPage.OPERATOR)
class CrowdController {

    private final Square square;

    CrowdController(Square square) {
        this.square = square;
    }

    @Operation(
            summary = "Lets simulated buyers loose on a sale",
            description = "Only in the demo. They come over HTTP, each once. 409: there is a crowd already.")
    @ApiResponse(responseCode = "202", description = "On their way")
    @PostMapping
    ResponseEntity<CrowdView> gather(@Valid @RequestBody CrowdBody body) {
        SaleId sale = Input.valid(() -> new SaleId(body.saleId()));
        return ResponseEntity.accepted().body(square.gather(body, sale));
    }

    @Operation(summary = "Shows the crowd, or the last one", description = "204: there has been none yet.")
    @GetMapping
    ResponseEntity<CrowdView> look() {
        return answer(square.look());
    }

    @Operation(summary = "Lets nobody of the crowd in any more", description = "204: there has been none yet.")
    @DeleteMapping
    ResponseEntity<CrowdView> disperse() {
        return answer(square.disperse());
    }

    private static ResponseEntity<CrowdView> answer(Optional<CrowdView> crowd) {
        return crowd.map(ResponseEntity::ok)
                .orElseGet(() -> ResponseEntity.noContent().build());
    }
}
