package io.seckill.sample;

import io.seckill.spring.EnableSeckill;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** Starts the shop. */
@SpringBootApplication
@EnableSeckill
@ConfigurationPropertiesScan
public class SampleApplication {

    /** Starts the shop with the settings of {@code application.yaml}; the profile {@code demo} needs no servers. */
    public static void main(String[] args) {
        SpringApplication.run(SampleApplication.class, args);
    }
}
