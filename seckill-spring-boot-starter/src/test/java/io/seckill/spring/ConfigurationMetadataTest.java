package io.seckill.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What an IDE shows of our properties. */
class ConfigurationMetadataTest {

    @Test
    void everyPropertyHasADescription() {
        assertThat(Metadata.properties())
                .hasSizeGreaterThan(25)
                .allSatisfy(property -> assertThat(property.get("description"))
                        .as("description of %s", property.get("name"))
                        .asString()
                        .hasSizeGreaterThan(20)
                        .endsWith("."));
    }

    @Test
    void everyPropertyButTheNamesOfBeansHasADefault() {
        assertThat(Metadata.properties())
                .filteredOn(property -> property.get("defaultValue") == null)
                .extracting(property -> property.get("name"))
                .containsExactlyInAnyOrder("seckill.redis.connection-factory", "seckill.jdbc.data-source");
    }

    @Test
    void everySwitchIsThere() {
        assertThat(Metadata.properties())
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
}
