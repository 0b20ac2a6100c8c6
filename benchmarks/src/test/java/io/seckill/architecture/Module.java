package io.seckill.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.LocationProvider;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** The modules, told apart by the folder their classes were compiled into. This one is built last, so all are there. */
enum Module {
    CORE("seckill-core", "io.seckill.."),
    TEST("seckill-test", "io.seckill.test.."),
    REDIS("seckill-redis-lua", "io.seckill.redis.."),
    JDBC("seckill-jdbc", "io.seckill.jdbc.."),
    ZOOKEEPER("seckill-zookeeper", "io.seckill.zookeeper.."),
    STARTER("seckill-spring-boot-starter", "io.seckill.spring.."),
    LAB("seckill-lab", "io.seckill.lab.."),
    SAMPLE("seckill-sample-app", "io.seckill.sample.."),
    LOAD("benchmarks/load", "io.seckill.load.."),
    BENCHMARKS("benchmarks", "io.seckill.benchmarks..");

    final String packages;
    private final Path classes;

    Module(String folder, String packages) {
        this.packages = packages;
        this.classes =
                Path.of("..", folder, "target", "classes").toAbsolutePath().normalize();
    }

    static DescribedPredicate<JavaClass> inModule(Module module) {
        return DescribedPredicate.describe(
                "in module " + module,
                type -> type.getSource()
                        .filter(source -> Path.of(source.getUri()).startsWith(module.classes))
                        .isPresent());
    }

    /** Returns the packages of every module but core, whose own are all that is left. */
    static String[] packagesOutsideCore() {
        return Arrays.stream(values())
                .filter(module -> module != CORE)
                .map(module -> module.packages)
                .toArray(String[]::new);
    }

    /** Where ArchUnit finds the main classes of all modules. */
    static final class All implements LocationProvider {

        @Override
        public Set<Location> get(Class<?> testClass) {
            return Arrays.stream(values())
                    .map(module -> Location.of(module.classes.toUri()))
                    .collect(Collectors.toSet());
        }
    }
}
