package io.seckill.lab.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.lab.run.Lab;
import io.seckill.lab.run.LabServers;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The lab as a page sees it, with real servers behind. */
@Timeout(120)
class LabControllerTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String EXPERIMENTS = "/api/lab/experiments";

    private static Lab lab;
    private static MockMvcTester page;

    @BeforeAll
    static void open() {
        lab = new Lab(
                new LabServers(LocalRedis::start, () -> LocalDatabase.shared().newSchema()));
        page = MockMvcTester.of(new LabController(lab));
    }

    @AfterAll
    static void close() {
        lab.close();
    }

    @Test
    void offersElevenStagesThreeOfThemBrokenInEnglishAndInChinese() {
        assertThat(page.get().uri("/api/lab"))
                .bodyJson()
                .hasPathSatisfying("$.stages.length()", all -> all.assertThat().isEqualTo(11))
                .hasPathSatisfying(
                        "$.stages[?(@.broken == true)].number",
                        broken -> broken.assertThat().asArray().containsExactly("A1", "A5", "A6"))
                .hasPathSatisfying("$.stages[9].name", name -> name.assertThat().isEqualTo("Lua gate"))
                .hasPathSatisfying("$.stages[9].id", name -> name.assertThat().isEqualTo("lua-gate"));
        assertThat(page.get().uri("/api/lab?lang=zh"))
                .bodyJson()
                .hasPathSatisfying("$.stages[9].name", name -> name.assertThat().isEqualTo("Lua 准入"));
    }

    @Test
    void anExperimentIsStartedWatchedAndDownloaded() throws Exception {
        MvcTestResult started = start(body("no-protection", "lua-gate"));
        assertThat(started).hasStatus(202);
        String url = String.valueOf(started.getResponse().getHeader("Location"));
        await().atMost(PATIENCE).until(() -> text(url).contains("\"state\":\"DONE\",\"trouble\":\"\""));

        MvcTestResult json = page.get().uri(url + "/report.json").exchange();
        assertThat(json).hasStatusOk().headers().hasValue("Content-Disposition", attachment(url, "json"));
        assertThat(json)
                .bodyJson()
                .hasPathSatisfying("$.stages[0].stage", id -> id.assertThat().isEqualTo("no-protection"))
                .hasPathSatisfying(
                        "$.stages[0].oversold", sold -> sold.assertThat().isNotEqualTo(0))
                .hasPathSatisfying(
                        "$.stages[1].accepted", sold -> sold.assertThat().isEqualTo(5))
                .hasPathSatisfying(
                        "$.settings.thinkMs", think -> think.assertThat().isEqualTo(100))
                .hasPathSatisfying(
                        "$.environment.cores", cores -> cores.assertThat().isNotNull());

        MvcTestResult markdown = page.get().uri(url + "/report.md").exchange();
        assertThat(markdown).hasStatusOk().headers().hasValue("Content-Disposition", attachment(url, "md"));
        List<String> table = table(markdown.getResponse().getContentAsString());
        assertThat(table).hasSize(4);
        assertThat(table).extracting(String::length).containsOnly(table.get(0).length());
        assertThat(table.get(0)).startsWith("| stage ").contains("| answers/s |", "| oversold |");
        assertThat(table.get(2)).startsWith("| A1 No protection | BROKE ");
        assertThat(table.get(3)).startsWith("| A10 Lua gate     | exact ");
        assertThat(text(url + "/report.md?lang=zh")).contains("| A1 无保护    | 出错 |");
        assertThat(text("/api/lab")).contains("\"broke\":[\"no-protection\"]");
    }

    private static String attachment(String url, String ending) {
        return "attachment; filename=\"seckill-lab-" + url.substring(url.lastIndexOf('/') + 1) + "." + ending + "\"";
    }

    private static List<String> table(String markdown) {
        return markdown.lines().filter(line -> line.startsWith("|")).toList();
    }

    @Test
    void whatCannotBeIsAnsweredWithTheValueThatIsWrong() {
        assertThat(start(body("hope"))).hasStatus(400);
        assertThat(refusal(body("hope"))).hasMessageContaining("there is no stage 'hope'; known are no-protection");
        assertThat(start(body("lua-gate").replace("\"buyers\":20", "\"buyers\":30000")))
                .hasStatus(400);
        assertThat(refusal(body("lua-gate").replace("\"buyers\":20", "\"buyers\":30000")))
                .hasMessageContaining("buyers must be 1 to 20000, but was 30000");
        assertThat(start("{}")).hasStatus(400);
        assertThat(page.get().uri(EXPERIMENTS + "/none")).hasStatus(404);
        assertThat(page.post().uri(EXPERIMENTS + "/none/stop")).hasStatus(404);
    }

    private static Exception refusal(String body) {
        return start(body).getMvcResult().getResolvedException();
    }

    private static MvcTestResult start(String body) {
        return page.post()
                .uri(EXPERIMENTS)
                .contentType(MediaType.APPLICATION_JSON)
                .content(body)
                .exchange();
    }

    /** All buyers are there at once, and each pauses for long enough that all have read before the first writes. */
    private static String body(String... stages) {
        return """
                {"stages":["%s"],"buyers":20,"clicks":1,"stock":5,"thinkMs":100,"leaseMs":1000,"lockWaitMs":0,\
                "concurrency":20,"processes":1,"seconds":10}""".formatted(String.join("\",\"", stages));
    }

    private static String text(String url) throws Exception {
        return page.get().uri(url).exchange().getResponse().getContentAsString(UTF_8);
    }
}
