package io.seckill.sample;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.FilterType;
import org.springframework.core.annotation.AliasFor;
import org.springframework.test.context.TestPropertySource;

/** Some endpoints with the shop's security, error handling and JSON in front of them, and nothing behind. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@WebMvcTest(includeFilters = @Filter(type = FilterType.REGEX, pattern = "io\\.seckill\\.sample\\.(security|web)\\..*"))
@TestPropertySource(properties = {"sample.admin.password=open-sesame", "sample.buyers.alice=rabbit"})
public @interface EndpointTest {

    /** Returns the endpoints. */
    @AliasFor(annotation = WebMvcTest.class, attribute = "controllers")
    Class<?>[] value();
}
