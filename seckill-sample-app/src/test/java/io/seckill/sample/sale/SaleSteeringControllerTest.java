package io.seckill.sample.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.springframework.http.MediaType.APPLICATION_JSON;
import static org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.httpBasic;

import io.seckill.AuditEntry;
import io.seckill.Operator;
import io.seckill.OrderId;
import io.seckill.RequestKey;
import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.SaleUpdate;
import io.seckill.Sales;
import io.seckill.engine.RegistrySales;
import io.seckill.memory.InMemoryOutbox;
import io.seckill.memory.InMemorySaleRegistry;
import io.seckill.reconcile.Drift;
import io.seckill.reconcile.DriftKind;
import io.seckill.reconcile.DriftReport;
import io.seckill.reconcile.Rebuild;
import io.seckill.reconcile.Reconciler;
import io.seckill.reconcile.Repair;
import io.seckill.sample.EndpointTest;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@EndpointTest({SaleSteeringController.class, ReconcileController.class})
class SaleSteeringControllerTest {

    private static final Operator ADMIN = Operator.named("admin");
    private static final Instant OPENS = Instant.parse("2026-12-12T20:00:00Z");
    private static final Instant LATER = Instant.parse("2026-12-12T22:00:00Z");
    private static final Sale SALE = new Sale(new SaleId("coupon"), 100, 1, OPENS, OPENS.plusSeconds(3600));
    private static final SaleStatus STATUS = new SaleStatus(SALE, SaleState.PAUSED, 40, 50, 10, OPENS.plusSeconds(60));
    private static final String FIGURES = """
            {"id":"coupon","state":"PAUSED","selling":false,"total":100,"available":40,"reserved":50,"sold":10,
             "opens":"2026-12-12T20:00:00Z","closes":"2026-12-12T21:00:00Z","serverTime":"2026-12-12T20:01:00Z"}""";
    private static final DriftReport LOST = new DriftReport(
            SALE.id(),
            List.of(new Drift(DriftKind.ORDER_LOST, List.of(new OrderId("9007199254740993")), "")),
            0,
            List.of());

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private Sales sales;

    @MockitoBean
    private Reconciler reconciler;

    @Test
    void theOperatorSeesAllFigures() {
        given(sales.find(SALE.id())).willReturn(Optional.of(STATUS));

        assertFigures(send("GET", "", ""));
        assertProblem(404, "there is no sale 'nothing'", admin("GET", "/api/admin/sales/nothing", ""));
    }

    @Test
    void theOperatorSteersInTheOperatorsName() {
        SaleUpdate done = new SaleUpdate.Done(STATUS);
        given(sales.pause(SALE.id(), ADMIN)).willReturn(done);
        given(sales.resume(SALE.id(), ADMIN)).willReturn(done);
        given(sales.close(SALE.id(), ADMIN)).willReturn(done);
        given(sales.settle(SALE.id(), ADMIN)).willReturn(done);
        given(sales.extend(SALE.id(), LATER, ADMIN)).willReturn(done);

        assertFigures(send("POST", "/pause", ""));
        assertFigures(send("POST", "/resume", ""));
        assertFigures(send("POST", "/close", ""));
        assertFigures(send("POST", "/settle", ""));
        assertFigures(send("POST", "/extend", "{\"closes\":\"2026-12-12T22:00:00Z\"}"));
    }

    @Test
    void stockIsAddedAndWithdrawnOncePerKey() {
        given(sales.addStock(SALE.id(), 50, ADMIN)).willReturn(new SaleUpdate.Done(STATUS));
        given(sales.withdrawStock(SALE.id(), 7, ADMIN.once(new RequestKey("form-17"))))
                .willReturn(new SaleUpdate.Done(STATUS));

        assertFigures(send("POST", "/stock", "{\"add\":50}"));
        assertFigures(send("POST", "/stock", "{\"withdraw\":7,\"key\":\"form-17\"}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/stock  | {}                          | send either add or withdraw",
                "/stock  | {\"add\":1,\"withdraw\":2}  | send either add or withdraw, not add 1 and withdraw 2",
                "/stock  | {\"add\":0}                 | add must be 1 to 1000000000, but was 0",
                "/stock  | {\"add\":2000000000}        | add must be 1 to 1000000000, but was 2000000000",
                "/stock  | {\"withdraw\":-1}           | withdraw must be 1 to 1000000000, but was -1",
                "/stock  | {\"add\":1,\"key\":\"a b\"} | key must be 1 to 64 characters of A-Z a-z 0-9 - _ . :, but was 'a b'",
                "/extend | {}                          | closes is missing",
                "/extend | {\"closes\":\"+10000-01-01T00:00:00Z\"} | to 9999-12-31T23:59:59.999Z, but was +10000-01-01T00:00:00Z",
                "/extend | {\"closes\":\"+1000000000-01-01T00:00:00-18:00\"} | but was +1000000000-01-01T18:00:00Z",
                "/extend | {\"closes\":\"+1000000001-01-01T00:00:00Z\"} | closes must be an instant such as",
                "/extend | {\"closes\":\"1969-12-31T00:00:00Z\"} | closes must be 1970-01-01T00:00:00Z to",
            })
    void badInputIsNamedWithItsValueAndItsRule(String path, String body, String detail) {
        assertProblem(400, detail, send("POST", path, body));
        verifyNoInteractions(sales);
    }

    @Test
    void aBadParameterIsNamedWithItsValueAndItsRule() {
        assertProblem(400, "dryRun must be true or false, but was 'maybe'", send("POST", "/repair?dryRun=maybe", ""));
        verifyNoInteractions(reconciler);
    }

    @Test
    void anEndBeforeTheBeginningIsRefusedLikeAnyEarlierOne() {
        Sales real =
                new RegistrySales(new InMemorySaleRegistry(Clock.systemUTC()), Optional.empty(), new InMemoryOutbox());
        real.open(SALE);
        given(sales.extend(SALE.id(), OPENS, ADMIN)).willAnswer(call -> real.extend(SALE.id(), OPENS, ADMIN));

        assertProblem(409, "name a later instant", send("POST", "/extend", "{\"closes\":\"2026-12-12T20:00:00Z\"}"));
    }

    @Test
    void aKeyThatIsUsedAgainForAnotherAmountIsAConflictThatNamesBoth() {
        Operator keyed = ADMIN.once(new RequestKey("monday"));
        Sales real =
                new RegistrySales(new InMemorySaleRegistry(Clock.systemUTC()), Optional.empty(), new InMemoryOutbox());
        real.open(SALE);
        given(sales.addStock(SALE.id(), 50, keyed)).willAnswer(call -> real.addStock(SALE.id(), 50, keyed));
        given(sales.addStock(SALE.id(), 60, keyed)).willAnswer(call -> real.addStock(SALE.id(), 60, keyed));

        assertThat(send("POST", "/stock", "{\"add\":50,\"key\":\"monday\"}")).hasStatusOk();
        assertThat(send("POST", "/stock", "{\"add\":50,\"key\":\"monday\"}")).hasStatusOk();
        MvcTestResult other = send("POST", "/stock", "{\"add\":60,\"key\":\"monday\"}");

        assertProblem(409, "'add-stock 50' under the key 'monday'; send 'add-stock 60' under another one", other);
        assertThat(other).bodyJson().extractingPath("code").isEqualTo("KEY_REUSED");
    }

    @Test
    void whatASaleDoesNotAllowIsToldWithItsState() {
        given(sales.settle(SALE.id(), ADMIN))
                .willReturn(new SaleUpdate.Refused(STATUS, "UNFINISHED", "50 items are still held"));

        MvcTestResult answer = send("POST", "/settle", "");

        assertProblem(409, "50 items are still held", answer);
        assertThat(answer).bodyJson().extractingPath("state").isEqualTo("PAUSED");
        assertThat(answer).bodyJson().extractingPath("code").isEqualTo("UNFINISHED");
    }

    @Test
    void anUnknownSaleIsNotFound() {
        given(sales.pause(SALE.id(), ADMIN)).willReturn(new SaleUpdate.Unknown());
        given(reconciler.planRepair(SALE.id())).willReturn(new Repair.Unknown());
        given(reconciler.rebuild(SALE.id(), ADMIN)).willReturn(new Rebuild.Unknown());

        assertProblem(404, "there is no sale 'coupon'", send("POST", "/pause", ""));
        assertProblem(404, "there is no sale 'coupon'", send("GET", "/audit", ""));
        assertProblem(404, "there is no sale 'coupon'", send("GET", "/reconciliation", ""));
        assertProblem(404, "there is no sale 'coupon'", send("POST", "/repair", ""));
        assertProblem(404, "there is no sale 'coupon'", send("POST", "/rebuild", ""));
    }

    @Test
    void theAuditTellsWhoDidWhatAndWhen() {
        given(sales.audit(SALE.id())).willReturn(List.of(new AuditEntry("admin", "pause", OPENS)));

        assertThat(send("GET", "/audit", "")).hasStatusOk().bodyJson().isStrictlyEqualTo("""
                        [{"who":"admin","what":"pause","when":"2026-12-12T20:00:00Z"}]""");
    }

    @Test
    void aReportNamesWhatDiffersWithOrderIdsThatAreText() {
        given(reconciler.check(SALE.id())).willReturn(Optional.of(LOST));

        assertThat(send("GET", "/reconciliation", "")).hasStatusOk().bodyJson().isStrictlyEqualTo("""
                        {"clean":false,"unnamed":0,"notCompared":[],"differences":[
                         {"kind":"ORDER_LOST","orderIds":["9007199254740993"],"figures":""}]}""");
    }

    @Test
    void aRepairIsOnlyPlannedUnlessToldOtherwise() {
        given(reconciler.planRepair(SALE.id())).willReturn(new Repair.Done(List.of("redeliver 1 order"), LOST));
        given(reconciler.repair(SALE.id(), ADMIN))
                .willReturn(new Repair.Done(
                        List.of("redeliver 1 order"), new DriftReport(SALE.id(), List.of(), 0, List.of())));

        assertThat(send("POST", "/repair", "")).hasStatusOk().bodyJson().isLenientlyEqualTo("""
                        {"dryRun":true,"steps":["redeliver 1 order"],"left":{"clean":false}}""");
        assertThat(send("POST", "/repair?dryRun=false", ""))
                .hasStatusOk()
                .bodyJson()
                .isLenientlyEqualTo("""
                        {"dryRun":false,"steps":["redeliver 1 order"],"left":{"clean":true}}""");
    }

    @Test
    void aSaleThatDoesNotRestIsNeitherRepairedNorRebuilt() {
        given(reconciler.planRepair(SALE.id())).willReturn(new Repair.Refused("the sale is selling; pause it first"));
        given(reconciler.rebuild(SALE.id(), ADMIN)).willReturn(new Rebuild.Refused("the sale is selling; pause it"));

        assertProblem(409, "the sale is selling; pause it first", send("POST", "/repair", ""));
        assertProblem(409, "the sale is selling; pause it", send("POST", "/rebuild", ""));
    }

    @Test
    void aRebuildTellsTheSaleAsItIsNow() {
        given(reconciler.rebuild(SALE.id(), ADMIN)).willReturn(new Rebuild.Done(STATUS, 1, 60));

        assertThat(send("POST", "/rebuild", ""))
                .hasStatusOk()
                .bodyJson()
                .isStrictlyEqualTo("{\"sale\":" + FIGURES + ",\"epoch\":1,\"orders\":60}");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, ''",
        "POST, /pause",
        "POST, /resume",
        "POST, /stock",
        "POST, /extend",
        "POST, /close",
        "POST, /settle",
        "GET, /audit",
        "GET, /reconciliation",
        "POST, /repair",
        "POST, /rebuild"
    })
    void onlyTheOperatorSteers(String method, String path) {
        String uri = "/api/admin/sales/coupon" + path;
        MvcTestResult nobody = http.method(HttpMethod.valueOf(method)).uri(uri).exchange();
        assertProblem(401, "use basic authentication as user admin", nobody);
        assertProblem(403, "not for you", send(method, uri, "", "alice", "rabbit"));
        verifyNoInteractions(sales, reconciler);
    }

    private MvcTestResult send(String method, String path, String body) {
        return admin(method, "/api/admin/sales/coupon" + path, body);
    }

    private MvcTestResult admin(String method, String uri, String body) {
        return send(method, uri, body, "admin", "open-sesame");
    }

    private MvcTestResult send(String method, String uri, String body, String name, String password) {
        return http.method(HttpMethod.valueOf(method))
                .uri(uri)
                .with(httpBasic(name, password))
                .contentType(APPLICATION_JSON)
                .content(body)
                .exchange();
    }

    private static void assertFigures(MvcTestResult answer) {
        assertThat(answer).hasStatusOk().bodyJson().isStrictlyEqualTo(FIGURES);
    }

    private static void assertProblem(int status, String detail, MvcTestResult answer) {
        assertThat(answer).hasStatus(status).hasContentType(APPLICATION_PROBLEM_JSON);
        assertThat(answer).bodyJson().extractingPath("detail").asString().contains(detail);
        assertThat(answer).bodyJson().extractingPath("code").asString().matches("[A-Z_]+");
    }
}
