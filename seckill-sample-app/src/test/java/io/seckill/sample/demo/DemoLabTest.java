package io.seckill.sample.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.lab.run.Lab;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.core.io.ClassPathResource;

class DemoLabTest {

    private final WebApplicationContextRunner shop =
            new WebApplicationContextRunner().withUserConfiguration(DemoLab.class);

    @Test
    void theDemoHasALab() {
        shop.withPropertyValues("spring.profiles.active=demo")
                .run(context -> assertThat(context).hasSingleBean(Lab.class).hasBean("labController"));
    }

    @Test
    void aShopHasNoneAndNoPageOfIt() {
        shop.run(context -> assertThat(context).doesNotHaveBean(Lab.class).doesNotHaveBean("labController"));
        assertThat(new ClassPathResource("static/lab/index.html").exists()).isFalse();
    }
}
