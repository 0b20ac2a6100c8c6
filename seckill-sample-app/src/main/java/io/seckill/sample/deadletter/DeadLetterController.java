package io.seckill.sample.deadletter;

import io.seckill.DeadLetters;
import io.seckill.DeadLetters.Outcome;
import io.seckill.Operator;
import io.seckill.ReleaseReason;
import io.seckill.sample.web.ApiPage;
import io.seckill.sample.web.Problems;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.security.Principal;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Lets the operator decide about dead letters. */
@RestController
@RequestMapping(path = "/api/admin/dead-letters", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "Operator")
@SecurityRequirement(name = ApiPage.OPERATOR)
class DeadLetterController {

    private static final int PAGE = 100;

    private final DeadLetters letters;

    DeadLetterController(DeadLetters letters) {
        this.letters = letters;
    }

    /**
     * What was decided.
     *
     * @param outcome {@code DONE}, or {@code STORED} where the order was in the database already
     */
    record Decision(Outcome outcome) {}

    /**
     * What a retry of all did.
     *
     * @param retried dead letters that are on their way again
     */
    record Retried(int retried) {}

    @Operation(
            summary = "Lists accepted purchases that could not be delivered to the database",
            description = "The oldest " + PAGE + ". Their stock stays held until they are retried or refused.")
    @GetMapping
    List<DeadLetterView> list() {
        return letters.list(PAGE).stream().map(DeadLetterView::of).toList();
    }

    @Operation(summary = "Delivers a dead letter again")
    @PostMapping("/{id}/retry")
    Decision retry(@PathVariable String id, Principal operator) {
        return answer(id, letters.retry(id, Operator.named(operator.getName())));
    }

    @Operation(summary = "Delivers all dead letters again")
    @PostMapping("/retry")
    Retried retryAll(Principal operator) {
        return new Retried(letters.retryAll(Operator.named(operator.getName())));
    }

    @Operation(
            summary = "Gives up a dead letter",
            description =
                    "It never becomes an order, its stock is for sale again, and its buyer sees REFUSED (not-delivered)."
                            + " STORED: its order was in the database already, and stays.")
    @PostMapping("/{id}/refuse")
    Decision refuse(@PathVariable String id, Principal operator) {
        return answer(id, letters.refuse(id, ReleaseReason.NOT_DELIVERED, Operator.named(operator.getName())));
    }

    private static Decision answer(String id, Outcome outcome) {
        if (outcome == Outcome.UNKNOWN) {
            throw Problems.notFound(
                    "UNKNOWN_DEAD_LETTER", "there is no dead letter '" + id + "' that this could be done with");
        }
        return new Decision(outcome);
    }
}
