package io.seckill.sample.web;

import io.swagger.v3.oas.annotations.OpenAPIDefinition;
import io.swagger.v3.oas.annotations.enums.SecuritySchemeIn;
import io.swagger.v3.oas.annotations.enums.SecuritySchemeType;
import io.swagger.v3.oas.annotations.info.Info;
import io.swagger.v3.oas.annotations.security.SecurityScheme;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the Swagger page shows besides the endpoints: who they are for, and which errors all of them have. */
@Configuration(proxyBeanMethods = false)
@OpenAPIDefinition(
        info =
                @Info(
                        title = "Coupon flash sale",
                        version = "v1",
                        description = "Errors are RFC 9457 problem details, each with a code that stays what it is."),
        tags = {
            @Tag(name = "Sales", description = "What is on sale, for everybody"),
            @Tag(name = "Purchases", description = "Buying, and the token it may take"),
            @Tag(name = "Orders", description = "A buyer's own orders: watch, pay, cancel"),
            @Tag(name = "Buyers", description = "Who is here"),
            @Tag(name = "Operator", description = "Opens, steers and mends sales"),
        })
@SecurityScheme(
        name = ApiPage.BUYER,
        type = SecuritySchemeType.APIKEY,
        in = SecuritySchemeIn.HEADER,
        paramName = "X-Buyer-Id",
        description = "Who buys. Only in the demo; elsewhere buyers log in at /login.")
@SecurityScheme(name = ApiPage.OPERATOR, type = SecuritySchemeType.HTTP, scheme = "basic")
public class ApiPage {

    /** Names the way a buyer is known. */
    public static final String BUYER = "buyer";

    /** Names the way the operator is known. */
    public static final String OPERATOR = "operator";

    private static final String PROBLEM = "Problem";

    @Bean
    OpenApiCustomizer problems() {
        return api -> {
            api.getComponents().addSchemas(PROBLEM, problem());
            api.getPaths()
                    .forEach((path, all) -> all.readOperationsMap()
                            .forEach((method, operation) -> addProblems(path, method, operation)));
        };
    }

    private static Schema<?> problem() {
        return new ObjectSchema()
                .addProperty("status", new IntegerSchema())
                .addProperty("title", new StringSchema())
                .addProperty("detail", new StringSchema().description("What is wrong and what to do"))
                .addProperty("instance", new StringSchema())
                .addProperty(
                        "code", new StringSchema().example("UNKNOWN_SALE").description("What it is; stays what it is"));
    }

    private static void addProblems(String path, HttpMethod method, Operation operation) {
        if (method != HttpMethod.GET || path.contains("{")) {
            add(operation, "400", "The request makes no sense; the detail names value and rule");
        }
        if (operation.getSecurity() != null) {
            add(operation, "401", "Nobody is logged in");
            add(operation, "403", "Not for whoever is logged in");
        }
        if (path.contains("{")) {
            add(operation, "404", "Not there, or not for this caller");
        }
        if (method != HttpMethod.GET) {
            add(operation, "409", "Not as things are now; the code says why");
            add(operation, "413", "The body is too long");
            add(operation, "415", "The body is no JSON");
        }
        add(operation, "503", "No answer from Redis or the database; Retry-After tells when to try again");
    }

    private static void add(Operation operation, String status, String description) {
        MediaType body = new MediaType().schema(new Schema<>().$ref(PROBLEM));
        operation
                .getResponses()
                .putIfAbsent(
                        status,
                        new ApiResponse()
                                .description(description)
                                .content(new Content().addMediaType("application/problem+json", body)));
    }
}
