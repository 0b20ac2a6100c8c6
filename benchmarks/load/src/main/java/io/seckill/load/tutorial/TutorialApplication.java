package io.seckill.load.tutorial;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** Starts the tutorial's shop, with the settings of {@code tutorial.yaml}. */
@SpringBootApplication
public class TutorialApplication {

    /** Starts it; the servers are named by {@code spring.data.redis} and {@code spring.datasource}. */
    public static void main(String[] args) {
        new SpringApplicationBuilder(TutorialApplication.class)
                .properties("spring.config.name=tutorial")
                .run(args);
    }
}
