package io.seckill.sample.demo;

import io.seckill.sample.web.ApiPage;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.tags.Tag;
import java.util.List;
import java.util.Map;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.core.annotation.Order;

/** Says on the API page what the lab's endpoints do; the lab itself knows nothing of such a page. */
@Configuration(proxyBeanMethods = false)
@Profile("demo")
class LabOnApiPage {

    private static final String LAB = "Lab";
    private static final String EXPERIMENTS = "/api/lab/experiments";
    private static final Map<String, String> SUMMARIES = Map.of(
            "GET /api/lab",
            "Lists the stages that can be tried, and the last experiments",
            "POST " + EXPERIMENTS,
            "Lets stages take turns under the same settings",
            "GET " + EXPERIMENTS + "/{experiment}",
            "Shows how far an experiment is, and what was seen",
            "POST " + EXPERIMENTS + "/{experiment}/stop",
            "Ends an experiment soon",
            "GET " + EXPERIMENTS + "/{experiment}/report.json",
            "Downloads an experiment as JSON",
            "GET " + EXPERIMENTS + "/{experiment}/report.md",
            "Downloads an experiment as Markdown");

    @Bean
    @Order(0) // before the errors are added, which depend on who may come in
    OpenApiCustomizer labOperations() {
        return api -> {
            api.addTagsItem(new Tag().name(LAB).description("Ways to sell, right and wrong ones, as experiments"));
            api.getPaths()
                    .forEach((path, all) ->
                            all.readOperationsMap().forEach((method, operation) -> describe(path, method, operation)));
        };
    }

    private static void describe(String path, HttpMethod method, Operation operation) {
        String summary = SUMMARIES.get(method + " " + path);
        if (summary == null) {
            return;
        }
        operation.summary(summary).tags(List.of(LAB));
        if (method == HttpMethod.POST) {
            operation.addSecurityItem(new SecurityRequirement().addList(ApiPage.BUYER));
        }
    }
}
