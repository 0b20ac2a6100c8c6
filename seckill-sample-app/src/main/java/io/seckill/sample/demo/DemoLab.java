package io.seckill.sample.demo;

import io.seckill.lab.web.LabConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Profile;

/** The page {@code /lab}: ways to sell, right and wrong ones, on servers that are not the shop's and start when they are first needed. */
@Configuration(proxyBeanMethods = false)
@Profile("demo")
@Import(LabConfiguration.class)
class DemoLab {}
