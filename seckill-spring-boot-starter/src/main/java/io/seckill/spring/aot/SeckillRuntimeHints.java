package io.seckill.spring.aot;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** The scripts and the tables' SQL, which are read from the class path by name. Properties and the endpoint are found by Spring Boot. */
final class SeckillRuntimeHints implements RuntimeHintsRegistrar {

    private static final List<String> RESOURCES = List.of(
            "io/seckill/redis/*.lua",
            "io/seckill/redis/limit/*.lua",
            "io/seckill/redis/lock/*.lua",
            "db/seckill/mysql/*.sql");

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        RESOURCES.forEach(hints.resources()::registerPattern);
    }
}
