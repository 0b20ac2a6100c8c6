package io.seckill.load;

import static us.abstracta.jmeter.javadsl.JmeterDsl.httpSampler;
import static us.abstracta.jmeter.javadsl.JmeterDsl.ifController;
import static us.abstracta.jmeter.javadsl.JmeterDsl.jsonExtractor;
import static us.abstracta.jmeter.javadsl.JmeterDsl.responseAssertion;
import static us.abstracta.jmeter.javadsl.JmeterDsl.testPlan;
import static us.abstracta.jmeter.javadsl.JmeterDsl.threadGroup;
import static us.abstracta.jmeter.javadsl.JmeterDsl.vars;

import org.apache.http.entity.ContentType;
import us.abstracta.jmeter.javadsl.core.DslTestPlan;
import us.abstracta.jmeter.javadsl.core.DslTestPlan.TestPlanChild;
import us.abstracta.jmeter.javadsl.core.assertions.DslResponseAssertion.TargetField;
import us.abstracta.jmeter.javadsl.http.DslHttpSampler;

/**
 * The JMeter plan: so many buyers arrive within the ramp, each buys once and leaves. What differs from run to run are JMeter properties
 * ({@code -Jbuyers=1000}), with the demo's own sale as default; {@code -Jtoken=true} fetches a purchase token first. The demo takes the
 * buyer's name from a header; cookies that a shop sets are kept.
 */
final class PurchasePlan {

    static final String HOST = "host";
    static final String PORT = "port";
    static final String PATH = "path";
    static final String BUYERS = "buyers";
    static final String RAMP = "ramp";
    static final String NAME = "name";

    private static final String SHOP = "http://" + property(HOST, "127.0.0.1") + ":" + property(PORT, "8080") + "/";

    private PurchasePlan() {}

    private static String property(String name, String otherwise) {
        return "${__P(" + name + "," + otherwise + ")}";
    }

    /** Returns the plan with these listeners. */
    static DslTestPlan with(TestPlanChild... listeners) {
        return testPlan(
                        vars().set("purchaseToken", ""),
                        threadGroup("buyers")
                                .rampTo(property(BUYERS, "100"), property(RAMP, "1"))
                                .holdIterating("1")
                                .children(ifController(property("token", "false"), token()), purchase()))
                .children(listeners);
    }

    private static DslHttpSampler token() {
        return httpSampler("token", SHOP + property("tokenPath", "api/sales/coupon-now/token"))
                .header("X-Buyer-Id", buyer())
                .children(jsonExtractor("purchaseToken", "token"));
    }

    /** That a coupon is sold out is an answer, not an error. */
    private static DslHttpSampler purchase() {
        return httpSampler("purchase", SHOP + property(PATH, "api/sales/coupon-now/purchases"))
                .post("{\"quantity\":1}", ContentType.APPLICATION_JSON)
                .header("X-Buyer-Id", buyer())
                .header("X-Purchase-Token", "${purchaseToken}")
                .children(responseAssertion()
                        .fieldToTest(TargetField.RESPONSE_CODE)
                        .ignoreStatus()
                        .matchesRegexes("202|409"));
    }

    private static String buyer() {
        return property(NAME, "buyer") + "-${__threadNum}";
    }
}
