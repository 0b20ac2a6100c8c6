package io.seckill.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** What an IDE shows of our properties. */
class ConfigurationMetadataTest {

    @Test
    void everyPropertyHasADescription() throws IOException {
        assertThat(properties())
                .hasSizeGreaterThan(25)
                .allSatisfy(property -> assertThat(property.get("description"))
                        .as("description of %s", property.get("name"))
                        .asString()
                        .hasSizeGreaterThan(20)
                        .endsWith("."));
    }

    @Test
    void everyPropertyButTheNamesOfBeansHasADefault() throws IOException {
        assertThat(properties())
                .filteredOn(property -> property.get("defaultValue") == null)
                .extracting(property -> property.get("name"))
                .containsExactlyInAnyOrder("seckill.redis.connection-factory", "seckill.jdbc.data-source");
    }

    @Test
    void everySwitchIsThere() throws IOException {
        assertThat(properties())
                .extracting(property -> property.get("name"))
                .contains(
                        "seckill.enabled",
                        "seckill.gate",
                        "seckill.redis.enabled",
                        "seckill.jdbc.enabled",
                        "seckill.reconcile.enabled",
                        "seckill.tracing.enabled",
                        "seckill.relay.enabled",
                        "seckill.orders.sweep.enabled",
                        "seckill.warm-up.enabled",
                        "seckill.metrics.enabled",
                        "seckill.watch.enabled",
                        "seckill.health.enabled",
                        "seckill.endpoint.enabled");
    }

    private static List<Map<String, Object>> properties() throws IOException {
        String name = EnableSeckill.class.getName().replace('.', '/') + ".class";
        String home = EnableSeckill.class
                .getClassLoader()
                .getResource(name)
                .toString()
                .replace(name, "");
        try (InputStream json = URI.create(home + "META-INF/spring-configuration-metadata.json")
                .toURL()
                .openStream()) {
            Map<String, List<Map<String, Object>>> metadata = new Yaml().load(json); // JSON is YAML
            return metadata.get("properties");
        }
    }
}
