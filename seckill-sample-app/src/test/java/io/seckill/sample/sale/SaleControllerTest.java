package io.seckill.sample.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.springframework.http.MediaType.APPLICATION_JSON;
import static org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.httpBasic;

import io.seckill.Opening;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.Sales;
import io.seckill.SeckillUnavailableException;
import io.seckill.sample.EndpointTest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.test.web.servlet.request.RequestPostProcessor;

@EndpointTest({SaleController.class, SaleAdminController.class})
@Import(SaleDesk.class)
class SaleControllerTest {

    private static final Sale SALE = new Sale(
            new SaleId("coupon"), 100, 1, Instant.parse("2099-12-12T20:00:00Z"), Instant.parse("2099-12-12T21:00:00Z"));
    private static final VoucherSale VOUCHER = new VoucherSale("5 off", 200, SALE);
    private static final SaleStatus STATUS =
            new SaleStatus(SALE, SaleState.OPEN, 40, 60, 0, Instant.parse("2099-12-12T20:30:00Z"));
    private static final String BODY = """
            {"id":"coupon","title":"5 off","priceCents":200,"total":100,"limit":1,
             "opens":"2099-12-12T20:00:00Z","closes":"2099-12-12T21:00:00Z"}""";

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private Sales sales;

    @MockitoBean
    private VoucherSales vouchers;

    @MockitoBean
    private SaleBoard board;

    @Test
    void everybodySeesASaleWithTheServersClock() {
        given(board.find(SALE.id())).willReturn(Optional.of(SaleView.of(VOUCHER, STATUS)));

        assertThat(http.get().uri("/api/sales/coupon")).hasStatusOk().bodyJson().isStrictlyEqualTo("""
                        {"id":"coupon","title":"5 off","priceCents":200,"state":"OPEN","selling":true,"total":100,"available":40,
                         "limit":1,"opens":"2099-12-12T20:00:00Z","closes":"2099-12-12T21:00:00Z",
                         "serverTime":"2099-12-12T20:30:00Z"}""");
    }

    @Test
    void everybodySeesTheList() {
        given(board.list()).willReturn(List.of(SaleView.of(VOUCHER, STATUS)));

        assertThat(http.get().uri("/api/sales"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$[*].id")
                .isEqualTo(List.of("coupon"));
    }

    @Test
    void anUnknownSaleIsNotFound() {
        assertThat(http.get().uri("/api/sales/nothing")).hasStatus(404).hasContentType(APPLICATION_PROBLEM_JSON);
    }

    @Test
    void aNewSaleIsCreated() {
        given(sales.open(SALE)).willReturn(new Opening.Created());
        given(vouchers.addOrFind(VOUCHER)).willReturn(Optional.empty());
        given(sales.find(SALE.id())).willReturn(Optional.of(STATUS));

        assertThat(open(BODY)).hasStatus(201).hasHeader("Location", "/api/sales/coupon");
    }

    @Test
    void theSameSaleAgainIsFine() {
        given(sales.open(SALE)).willReturn(new Opening.Unchanged());
        given(vouchers.addOrFind(VOUCHER)).willReturn(Optional.of(VOUCHER));
        given(sales.find(SALE.id())).willReturn(Optional.of(STATUS));

        assertThat(open(BODY)).hasStatus(200);
    }

    @Test
    void theSameSaleAgainIsFineWhenItIsOver() {
        String over = BODY.replace("2099", "2020");
        given(sales.find(SALE.id())).willReturn(Optional.of(STATUS));
        given(sales.open(any())).willReturn(new Opening.Unchanged());
        given(vouchers.addOrFind(any())).willReturn(Optional.of(VOUCHER));

        assertThat(open(over)).hasStatus(200);
    }

    @Test
    void anotherTotalIsAConflictThatIsNamed() {
        given(sales.open(SALE)).willReturn(new Opening.Different(SALE, SALE.withTotal(50)));

        assertProblem(409, "total is 50, not 100", open(BODY));
        verifyNoInteractions(vouchers);
    }

    @Test
    void aSaleWhoseDataRedisLostIsAConflictThatNamesTheWayOut() {
        given(sales.open(SALE)).willReturn(new Opening.Lost(SALE));

        assertProblem(409, "Redis lost its data: rebuild it", open(BODY));
        verifyNoInteractions(vouchers);
    }

    @Test
    void aSettledSaleThatRedisHasForgottenIsAConflict() {
        given(sales.open(SALE)).willReturn(new Opening.Unchanged());
        given(vouchers.addOrFind(VOUCHER)).willReturn(Optional.of(VOUCHER));
        given(sales.find(SALE.id())).willReturn(Optional.empty());

        assertProblem(409, "sale 'coupon' is settled", open(BODY));
    }

    @Test
    void aBodyThatIsTooLongIsNotRead() {
        assertProblem(
                413,
                "the body must not be longer than 65536 bytes",
                open(BODY.replace("5 off", "5".repeat(70_000)), request -> request));
        verifyNoInteractions(sales, vouchers);
    }

    @Test
    void anotherTitleIsAConflictThatIsNamed() {
        given(sales.open(SALE)).willReturn(new Opening.Unchanged());
        given(vouchers.addOrFind(VOUCHER)).willReturn(Optional.of(new VoucherSale("8 off", 300, SALE)));

        assertProblem(409, "title is '8 off', not '5 off'; priceCents is 300, not 200", open(BODY));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"total\":100      | \"total\":0             | total must be 1 to 1000000000, but was 0",
                "\"limit\":1,       | \"limit\":0,            | limit must be 1 to 1000, but was 0",
                "\"total\":100,     | ''                      | total is missing",
                "\"5 off\"          | \" \"                   | title must not be blank",
                "2099-12-12T21      | 2099-12-12T19           | closes must be later than opens, 2099-12-12T20:00:00Z, but was 2099-12-12T19:00:00Z",
                "2099-12-12T20:00:00Z | tonight               | opens must be an instant such as 2026-12-12T20:00:00Z, but was 'tonight'",
                "\"2099-12-12T20:00:00Z\" | 5             | opens must be an instant such as 2026-12-12T20:00:00Z, but was 5",
                "\"2099-12-12T20:00:00Z\" | 1.5           | opens must be an instant such as 2026-12-12T20:00:00Z, but was 1.5",
                "\"2099-12-12T20:00:00Z\" | \"5\"       | opens must be an instant such as 2026-12-12T20:00:00Z, but was '5'",
                "\"total\":100      | \"total\":\"7\"   | total must be a whole number, not in quotes, but was '7'",
                "\"total\":100      | \"total\":100,\"total\":7 | field 'total' is there twice",
                "\"total\":100      | \"total\":\"five\" | total must be a whole number, not in quotes, but was 'five'",
                "\"total\":100      | \"total\":true    | total must be a whole number, but was true",
                "\"total\":100      | \"total\":99999999999999999999 | total is too large a number: 99999999999999999999",
                "\"total\":100      | \"total\":\"\"    | total must be a whole number, not in quotes",
                "\"total\":100      | \"total\":abc     | JSON, line 1, column 57: Unrecognized token 'abc': was expecting (JSON String",
                "\"limit\":1,       | \"limit\":1        | JSON, line 2, column 2: Unexpected character ('\"'): was expecting comma",
                "00Z\"}             | 00Z\"                  | JSON, line 2, column 64: Unexpected end-of-input: expected close marker for Object",
                "\"total\":100      | \"total\":NaN     | JSON, line 1, column 60: Non-standard token 'NaN'",
                "\"total\":100      | \"total\":1.5     | total must be a whole number, but was 1.5",
                "2099-12-12T2        | 2020-12-12T2          | closes must be in the future, or nobody can buy, but sale coupon has 2020-12-12T21:00:00Z",
                "\"title\":\"         | \"title\":\"a\\u0000   | title must not hold control characters, but was 'a?",
                "\"coupon\"         | 5                       | id must be text, but was 5",
                "\"coupon\"         | \"a b\"                 | id must be 1 to 64 characters of A-Z a-z 0-9 - _ . :, but was 'a b'",
                "\"priceCents\":200 | \"priceCents\":1000000001 | priceCents must be 0 to 1000000000, but was 1000000001",
                "\"priceCents\":200 | \"priceCents\":-1       | priceCents must be 0 to 1000000000, but was -1",
            })
    void badInputIsNamedWithItsValueAndItsRule(String good, String bad, String detail) {
        assertProblem(400, detail, open(BODY.replace(good, bad)));
        verify(sales, never()).open(any());
        verifyNoInteractions(vouchers);
    }

    @Test
    void everyWrongFieldIsToldToProgramsToo() {
        String bad = BODY.replace("\"coupon\"", "\"a b\"").replace("5 off", "").replace("100", "0");

        MvcTestResult answer = open(bad, request -> {
            request.addHeader("Accept-Language", "zh-CN");
            return httpBasic("admin", "open-sesame").postProcessRequest(request);
        });

        assertProblem(400, "; title must not be blank, but was ''; total must be 1 to 1000000000, but was 0", answer);
        assertThat(answer).bodyJson().isLenientlyEqualTo("""
                        {"code":"BAD_REQUEST","errors":[
                         {"field":"id","code":"NOT_AN_ID","value":"a b"},
                         {"field":"title","code":"BLANK","value":""},
                         {"field":"total","code":"OUT_OF_RANGE","value":0,"min":1,"max":1000000000}]}""");
    }

    /** The longest time is the library's own, and no constant of it. */
    @Test
    void theLongestTimeToPayIsTheLibrarys() {
        String longest = BODY.replace("\"limit\":1", "\"limit\":1,\"payWithinSeconds\":31622400");
        given(sales.open(any())).willReturn(new Opening.Unchanged());

        assertProblem(409, "settled", open(longest));
        assertProblem(
                400, "payWithinSeconds must be 1 to 31622400, but was 31622401", open(longest.replace("400,", "401,")));
        assertThatThrownBy(() -> new Sale(SALE.id(), 1, 1, SALE.opens(), SALE.closes(), Duration.ofSeconds(31_622_401)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsEchoedIsShortAndVisible() {
        assertProblem(400, "but was '?[1mA?", open(BODY.replace("\"coupon\"", "\"\\u001b[1mA\\ud800\"")));
        assertProblem(400, "but was '" + "x".repeat(64) + "...'", open(BODY.replace("5 off", "x".repeat(9_000))));
    }

    @Test
    void aSaleIsNotShownInYaml() {
        given(board.find(SALE.id())).willReturn(Optional.of(SaleView.of(VOUCHER, STATUS)));

        assertThat(http.get().uri("/api/sales/coupon").accept("application/yaml"))
                .hasStatus(406)
                .hasContentType(APPLICATION_PROBLEM_JSON);
    }

    @Test
    void whoCannotReadTheAnswerOpensNothing() {
        MvcTestResult answer = open(BODY, request -> {
            request.addHeader("Accept", "text/plain");
            return httpBasic("admin", "open-sesame").postProcessRequest(request);
        });

        assertThat(answer).hasStatus(406).hasContentType(APPLICATION_PROBLEM_JSON);
        verifyNoInteractions(sales, vouchers);
    }

    @Test
    void onlyTheOperatorOpensSales() {
        assertProblem(401, "basic authentication", open(BODY, request -> request));
        assertProblem(401, "Bad credentials", open(BODY, httpBasic("admin", "guess")));
        assertProblem(403, "not for you", open(BODY, httpBasic("alice", "rabbit")));
        verifyNoInteractions(sales, vouchers);
    }

    @Test
    void withoutGateOrDatabaseThereIsNoAnswerButAPromise() {
        given(board.list()).willThrow(SeckillUnavailableException.nothingChanged("no connection", null));
        assertProblem(503, "try again", http.get().uri("/api/sales").exchange());

        given(board.find(SALE.id())).willThrow(new DataAccessResourceFailureException("no connection"));
        assertProblem(503, "database", http.get().uri("/api/sales/coupon").exchange());
    }

    private MvcTestResult open(String body) {
        return open(body, httpBasic("admin", "open-sesame"));
    }

    private MvcTestResult open(String body, RequestPostProcessor caller) {
        return http.post()
                .uri("/api/admin/sales")
                .with(caller)
                .contentType(APPLICATION_JSON)
                .content(body)
                .exchange();
    }

    private static void assertProblem(int status, String detail, MvcTestResult answer) {
        assertThat(answer).hasStatus(status).hasContentType(APPLICATION_PROBLEM_JSON);
        assertThat(answer).bodyJson().extractingPath("detail").asString().contains(detail);
        assertThat(answer).bodyJson().extractingPath("code").asString().matches("[A-Z_]+");
    }
}
