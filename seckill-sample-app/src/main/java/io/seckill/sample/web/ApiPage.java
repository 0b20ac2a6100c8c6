package io.seckill.sample.web;

import io.swagger.v3.oas.annotations.OpenAPIDefinition;
import io.swagger.v3.oas.annotations.enums.SecuritySchemeIn;
import io.swagger.v3.oas.annotations.enums.SecuritySchemeType;
import io.swagger.v3.oas.annotations.info.Info;
import io.swagger.v3.oas.annotations.security.SecurityScheme;
import org.springframework.context.annotation.Configuration;

/** What the Swagger page shows besides the endpoints. */
@Configuration(proxyBeanMethods = false)
@OpenAPIDefinition(
        info =
                @Info(
                        title = "Coupon flash sale",
                        version = "v1",
                        description = "Errors are RFC 9457 problem details, each with a code that stays what it is."))
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
}
