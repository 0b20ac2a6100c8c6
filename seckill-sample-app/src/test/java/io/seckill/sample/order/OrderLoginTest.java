package io.seckill.sample.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.user;

import io.seckill.Orders;
import io.seckill.Seckill;
import io.seckill.sample.EndpointTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpMethod;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** Who may see and change orders outside the demo. */
@EndpointTest({OrderController.class, OrderEventsController.class})
@Import(BuyerOrders.class)
@MockitoBean(types = OrderStreams.class)
class OrderLoginTest {

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private Seckill seckill;

    @MockitoBean
    private Orders orders;

    @ParameterizedTest
    @CsvSource({"GET, ''", "GET, /events", "POST, /payment", "DELETE, ''"})
    void onlyABuyerWhoHasLoggedIn(String method, String path) {
        String uri = "/api/orders/7301" + path;
        assertThat(http.method(HttpMethod.valueOf(method)).uri(uri).with(csrf()))
                .hasStatus(401)
                .hasContentType(APPLICATION_PROBLEM_JSON);
        assertThat(http.method(HttpMethod.valueOf(method)).uri(uri).with(csrf()).header("X-Buyer-Id", "alice"))
                .hasStatus(401);
        assertThat(http.method(HttpMethod.valueOf(method))
                        .uri(uri)
                        .with(csrf())
                        .with(user("admin").roles("OPERATOR")))
                .hasStatus(403)
                .hasContentType(APPLICATION_PROBLEM_JSON);
        verifyNoInteractions(seckill, orders);
    }

    @Test
    void aForeignPageCannotPayOrCancelWithTheSession() {
        assertThat(http.post()
                        .uri("/api/orders/7301/payment")
                        .with(user("alice").roles("BUYER")))
                .hasStatus(403);
        assertThat(http.delete().uri("/api/orders/7301").with(user("alice").roles("BUYER")))
                .hasStatus(403);
        verifyNoInteractions(seckill, orders);
    }
}
