package io.seckill.spring.aot;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.spring.EnableSeckill;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.javapoet.ClassName;

/** What a native image has of us. */
class SeckillRuntimeHintsTest {

    @ParameterizedTest
    @MethodSource("resources")
    void everyScriptAndTableIsThere(String resource) {
        RuntimeHints hints = new RuntimeHints();

        SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
                .load(RuntimeHintsRegistrar.class)
                .stream()
                .filter(SeckillRuntimeHints.class::isInstance)
                .forEach(registrar -> registrar.registerHints(hints, getClass().getClassLoader()));

        assertThat(RuntimeHintsPredicates.resource().forResource(resource)).accepts(hints);
    }

    static List<String> resources() throws IOException {
        List<String> found = new ArrayList<>();
        for (String files : List.of("io/seckill/redis/**/*.lua", "db/seckill/**/*.sql")) {
            String root = files.substring(0, files.indexOf("**"));
            for (Resource file : new PathMatchingResourcePatternResolver().getResources("classpath*:" + files)) {
                String url = file.getURL().toString();
                found.add(url.substring(url.lastIndexOf(root)));
            }
        }
        return found;
    }

    /** Everything that a configured shop is made of can be written down ahead of time, and its properties can be bound. */
    @ParameterizedTest
    @ValueSource(strings = {"redis-lua", "composed", "in-memory"})
    void everyBeanIsKnownAheadOfTime(String gate) throws ClassNotFoundException {
        DefaultGenerationContext generation = new DefaultGenerationContext(
                new ClassNameGenerator(ClassName.get("io.seckill.spring.aot", "Shop")), new InMemoryGeneratedFiles());
        System.setProperty("spring.aot.processing", "true");
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            TestPropertyValues.of("seckill.gate=" + gate).applyTo(context);
            context.register(Shop.class);
            new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        } finally {
            System.clearProperty("spring.aot.processing");
        }

        Class<?> properties = Class.forName("io.seckill.spring.engine.SeckillEngineProperties");
        assertThat(RuntimeHintsPredicates.reflection().onType(properties)).accepts(generation.getRuntimeHints());
    }

    @Test
    void allScriptsAreLookedAt() throws IOException {
        assertThat(resources()).contains("io/seckill/redis/purchase.lua", "db/seckill/mysql/V1__seckill.sql");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableSeckill
    static class Shop {}
}
