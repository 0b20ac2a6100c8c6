package io.seckill.spring.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.seckill.Sales;
import io.seckill.spring.Contexts;
import io.seckill.test.contract.Samples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Files of the project that are about meters, and an application that has registered all of them. */
final class Project {

    private Project() {}

    /** Reads a file by its path from the root of the project. */
    static String file(String path) {
        try {
            return Files.readString(root().resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the root of the project, which is somewhere above: these tests run in other poms too. */
    static Path root() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve("docs/meters.md"))) {
                return folder;
            }
        }
        throw new IllegalStateException(
                "docs/meters.md is nowhere above " + Path.of("").toAbsolutePath());
    }

    static void withAllMeters(Consumer<PrometheusMeterRegistry> test) {
        Contexts.inMemory()
                .withUserConfiguration(Contexts.Sink.class)
                .withBean(PrometheusMeterRegistry.class, PrometheusConfig.DEFAULT)
                .withPropertyValues("seckill.watch.interval=10ms")
                .run(context -> {
                    context.getBean(Sales.class).open(Samples.openSale(1, 1));
                    PrometheusMeterRegistry meters = context.getBean(PrometheusMeterRegistry.class);
                    await().untilAsserted(() -> assertThat(saleGauges(meters)).isNotZero());
                    test.accept(meters);
                });
    }

    private static int saleGauges(MeterRegistry meters) {
        return meters.find("seckill.sale.sold").gauges().size();
    }
}
