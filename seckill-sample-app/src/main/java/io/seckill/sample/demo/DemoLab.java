package io.seckill.sample.demo;

import io.seckill.lab.run.LabServers;
import io.seckill.lab.web.LabConfiguration;
import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Profile;

/** The page {@code /lab}: ways to sell, right and wrong ones, on servers that are not the shop's and start when they are first needed. */
@Configuration(proxyBeanMethods = false)
@Profile("demo")
@Import(LabConfiguration.class)
class DemoLab {

    /** Closed by the lab, whose stages end before. */
    @Bean(destroyMethod = "")
    LabServers labServers() {
        return new LabServers(() -> LocalRedis.start().untilClosed(), LocalDatabase::start);
    }
}
