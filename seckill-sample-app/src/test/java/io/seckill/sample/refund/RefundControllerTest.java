package io.seckill.sample.refund;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.httpBasic;

import io.seckill.sample.EndpointTest;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@EndpointTest(RefundController.class)
class RefundControllerTest {

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private Refunds refunds;

    @Test
    void theOperatorSeesWhatWasGivenBack() {
        given(refunds.newest(100))
                .willReturn(List.of(new Refund(
                        "9007199254740993", "pay-1", "coupon", "alice", 400, Instant.parse("2026-12-12T20:30:00Z"))));

        assertThat(http.get().uri("/api/admin/refunds").with(httpBasic("admin", "open-sesame")))
                .hasStatusOk()
                .bodyJson()
                .isStrictlyEqualTo("""
                        [{"orderId":"9007199254740993","paymentId":"pay-1","saleId":"coupon","buyerId":"alice","amountCents":400,
                          "refunded":"2026-12-12T20:30:00Z"}]""");
    }

    @Test
    void nobodyElseSeesIt() {
        assertThat(http.get().uri("/api/admin/refunds")).hasStatus(401);
        assertThat(http.get().uri("/api/admin/refunds").with(httpBasic("alice", "rabbit")))
                .hasStatus(403);
        verifyNoInteractions(refunds);
    }
}
