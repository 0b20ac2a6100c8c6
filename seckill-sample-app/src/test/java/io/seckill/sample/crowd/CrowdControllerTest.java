package io.seckill.sample.crowd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.springframework.http.MediaType.APPLICATION_JSON;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.httpBasic;

import io.seckill.SaleId;
import io.seckill.sample.EndpointTest;
import io.seckill.sample.crowd.CrowdView.State;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.http.HttpMethod;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@EndpointTest(CrowdController.class)
@ActiveProfiles("demo")
class CrowdControllerTest {

    private static final CrowdView CROWD = new CrowdView(
            State.DONE,
            "coupon",
            100,
            10,
            100,
            40,
            Map.of("SOLD_OUT", 60),
            Map.of(),
            1.5,
            9,
            0.5,
            200,
            new Verdict(40, 0, 0.8),
            null);

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private Square square;

    @Test
    void theOperatorLetsACrowdInAndSeesIt() {
        given(square.gather(new CrowdBody("coupon", 100, 10), new SaleId("coupon")))
                .willReturn(CROWD);
        given(square.look()).willReturn(Optional.of(CROWD));
        given(square.disperse()).willReturn(Optional.of(CROWD));

        assertThat(send("POST", "{\"saleId\":\"coupon\",\"buyers\":100,\"concurrency\":10}"))
                .hasStatus(202);
        assertThat(send("DELETE", "")).hasStatusOk();
        assertThat(send("GET", "")).hasStatusOk().bodyJson().isStrictlyEqualTo("""
                {"state":"DONE","saleId":"coupon","buyers":100,"concurrency":10,"came":100,"accepted":40,
                 "rejected":{"SOLD_OUT":60},"errors":{},"p50Millis":1.5,"p99Millis":9.0,"seconds":0.5,"perSecond":200,
                 "verdict":{"orders":40,"oversold":0,"seconds":0.8}}""");
    }

    @Test
    void withoutOneThereIsNothingToSee() {
        assertThat(send("GET", "")).hasStatus(204);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"saleId\":\"c\",\"buyers\":20001,\"concurrency\":1} | buyers must be 1 to 20000, but was 20001",
                "{\"saleId\":\"c\",\"buyers\":0,\"concurrency\":1}     | buyers must be 1 to 20000, but was 0",
                "{\"saleId\":\"c\",\"buyers\":1,\"concurrency\":501}   | concurrency must be 1 to 500, but was 501",
                "{\"saleId\":\"a b\",\"buyers\":1,\"concurrency\":1}   | saleId must be 1 to 64 characters of A-Z a-z 0-9 - _ . :, but was 'a b'",
                "{\"buyers\":1,\"concurrency\":1}                      | saleId is missing"
            })
    void aCrowdIsBounded(String body, String detail) {
        assertThat(send("POST", body))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("detail")
                .asString()
                .contains(detail);
        verifyNoInteractions(square);
    }

    @Test
    void onlyTheOperatorLetsCrowdsIn() {
        assertThat(http.post().uri("/api/admin/crowd")).hasStatus(401);
        verifyNoInteractions(square);
    }

    @Test
    void outsideTheDemoThereAreNoCrowds() {
        try (AnnotationConfigApplicationContext shop = new AnnotationConfigApplicationContext()) {
            shop.scan(CrowdController.class.getPackageName());
            shop.refresh();

            assertThat(shop.getBeanNamesForType(CrowdController.class)).isEmpty();
            assertThat(shop.getBeanNamesForType(Square.class)).isEmpty();
            assertThat(shop.getBeanNamesForType(Books.class)).isEmpty();
        }
    }

    private MvcTestResult send(String method, String body) {
        return http.method(HttpMethod.valueOf(method))
                .uri("/api/admin/crowd")
                .with(httpBasic("admin", "open-sesame"))
                .contentType(APPLICATION_JSON)
                .content(body)
                .exchange();
    }
}
