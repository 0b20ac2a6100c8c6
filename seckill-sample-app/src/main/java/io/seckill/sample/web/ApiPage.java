package io.seckill.sample.web;

import io.swagger.v3.oas.annotations.OpenAPIDefinition;
import io.swagger.v3.oas.annotations.enums.SecuritySchemeIn;
import io.swagger.v3.oas.annotations.enums.SecuritySchemeType;
import io.swagger.v3.oas.annotations.info.Info;
import io.swagger.v3.oas.annotations.security.SecurityScheme;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.lang.annotation.Annotation;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;
import org.hibernate.validator.constraints.Range;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.customizers.ParameterCustomizer;
import org.springdoc.core.customizers.PropertyCustomizer;
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

    private static final Map<String, String> PARAMETERS = Map.of(
            "sale", "The id of a sale, as GET /api/sales lists them",
            "order", "The id of an order, as the purchase answered it",
            "id", "The id of a dead letter, as they are listed",
            "experiment", "The id of an experiment, as its start answered it",
            "dryRun", "false: do it, instead of telling what would be done",
            "since", "The last instant that is known already, in milliseconds since 1970",
            "lang", "zh: in Chinese, anything else: in English",
            "X-Purchase-Token", "The token to buy with, where the shop requires one",
            "Last-Event-ID", "The last event that was seen; browsers send it by themselves");

    @Bean
    OpenApiCustomizer problems() {
        return api -> {
            api.getComponents().addSchemas(PROBLEM, problem());
            api.getPaths()
                    .forEach((path, all) -> all.readOperationsMap()
                            .forEach((method, operation) -> addProblems(path, method, operation)));
        };
    }

    /** One text for each name, for a name means the same wherever it stands. */
    @Bean
    ParameterCustomizer parameters() {
        return (parameter, method) ->
                parameter == null ? null : parameter.description(PARAMETERS.get(parameter.getName()));
    }

    /** Swagger itself knows the bounds of Jakarta's annotations only. */
    @Bean
    PropertyCustomizer bounds() {
        return (property, type) -> {
            for (Annotation rule : Objects.requireNonNullElse(type.getCtxAnnotations(), new Annotation[0])) {
                if (rule instanceof Range range) {
                    property.minimum(BigDecimal.valueOf(range.min())).maximum(BigDecimal.valueOf(range.max()));
                }
            }
            return property;
        };
    }

    private static Schema<?> problem() {
        return new ObjectSchema()
                .addProperty("status", new IntegerSchema())
                .addProperty("title", new StringSchema())
                .addProperty("detail", new StringSchema().description("What is wrong and what to do"))
                .addProperty("instance", new StringSchema())
                .addProperty(
                        "errors", new ArraySchema().items(wrong()).description("The fields that are wrong, if any"))
                .addProperty(
                        "code", new StringSchema().example("UNKNOWN_SALE").description("What it is; stays what it is"));
    }

    private static Schema<?> wrong() {
        return new ObjectSchema()
                .addProperty("field", new StringSchema().example("total"))
                .addProperty("code", new StringSchema().example("OUT_OF_RANGE"))
                .addProperty("value", new Schema<>().example(0).description("What was sent, if anything"))
                .addProperty("min", new Schema<>().example(1))
                .addProperty("max", new Schema<>().example(1000000000));
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
