package io.seckill.sample.browser;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.ContextConfiguration;

/**
 * The demo on a random port, with a Redis and a database of the tests; one for all classes that add no settings of their own. A class
 * of its own starts a {@link Browser} as {@code @RegisterExtension static final Browser browser = new Browser()}. Skipped where there is
 * no Chromium.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ChromiumThere.class) // before the shop is started
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@ActiveProfiles("demo")
@ContextConfiguration(initializers = ShopServers.class)
@interface BrowserTest {}
