package io.seckill.spring.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** Alert rules and dashboard ask only for what there is. */
class OpsFilesTest {

    @Test
    void everyAlertAsksForMetersThatThereAreAndSaysWhatToDo() {
        Map<String, List<Map<String, Object>>> file =
                new Yaml().load(Project.file("ops/prometheus/seckill-alerts.yml"));
        List<Map<String, Object>> rules = list(file.get("groups").get(0).get("rules"));

        assertThat(rules).hasSizeGreaterThan(10);
        assertThat(rules).extracting(rule -> rule.get("alert")).doesNotHaveDuplicates();
        Project.withAllMeters(meters -> {
            PromQl promQl = new PromQl(meters.scrape());
            assertThat(rules).allSatisfy(rule -> {
                promQl.check((String) rule.get("expr"));
                assertThat((String) rule.get("alert")).matches("Seckill[A-Za-z]+");
                assertThat((String) rule.get("for")).matches("\\d+[smh]");
                assertThat(map(rule.get("labels")).get("severity")).isIn("warning", "critical");
                assertThat(map(rule.get("annotations"))).containsOnlyKeys("summary", "threshold", "runbook");
                assertThat(map(rule.get("annotations")).values())
                        .allSatisfy(text -> assertThat((String) text).isNotBlank());
            });
        });
    }

    @Test
    void everyPanelOfTheDashboardAsksForMetersThatThereAre() {
        Map<String, Object> dashboard = new Yaml().load(Project.file("ops/grafana/seckill.json")); // JSON is YAML
        List<Map<String, Object>> panels = list(dashboard.get("panels"));
        List<String> queries = panels.stream()
                .flatMap(panel -> list(panel.get("targets")).stream())
                .map(target -> (String) target.get("expr"))
                .toList();

        assertThat(panels).hasSizeGreaterThan(10);
        assertThat(panels).extracting(panel -> panel.get("id")).doesNotHaveDuplicates();
        assertThat(panels).extracting(panel -> panel.get("title")).doesNotHaveDuplicates();
        Project.withAllMeters(meters -> {
            PromQl promQl = new PromQl(meters.scrape());
            assertThat(queries).isNotEmpty().allSatisfy(promQl::check);
        });
    }

    @Test
    void theDashboardShowsEveryMeter() {
        String dashboard = Project.file("ops/grafana/seckill.json");

        Project.withAllMeters(meters -> {
            assertThat(meters.getMeters())
                    .extracting(meter -> meter.getId().getName().replace('.', '_'))
                    .allSatisfy(name -> assertThat(dashboard).contains(name));
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sum(rate(seckill_purchases_total[5m])",
                "sum(rate(seckill_purchases[5m]))",
                "sum(rate(seckill_purchases_total))",
                "total(seckill_dead_letters)",
                "sum by (sale) (rate(seckill_purchases_total[5m]))",
                "seckill_purchases_total{outcome=\"sold_out\"}",
                "seckill_purchases_total{reason=\"busy\"}",
                "up"
            })
    void findsFaultsInQueries(String query) {
        Project.withAllMeters(meters -> {
            PromQl promQl = new PromQl(meters.scrape());
            assertThatThrownBy(() -> promQl.check(query)).isInstanceOf(AssertionError.class);
        });
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(Object value) {
        return (List<Map<String, Object>>) value;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}
