package io.seckill.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static io.seckill.architecture.Module.inModule;
import static io.seckill.architecture.Module.packagesOutsideCore;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.GeneralCodingRules;
import org.jspecify.annotations.NullMarked;

/** Which module and package may know which, and the house rules that a compiler cannot hold. */
@AnalyzeClasses(locations = Module.All.class, importOptions = ArchitectureTest.WrittenByHand.class)
class ArchitectureTest {

    private static final String[] REDIS_LIBRARIES = {
        "io.seckill.redis..", "io.lettuce..", "org.springframework.data..", "org.redisson..", "redis.clients.."
    };
    private static final String[] DATABASE_LIBRARIES = {
        "io.seckill.jdbc..",
        "java.sql..",
        "javax.sql..",
        "org.springframework.jdbc..",
        "org.springframework.transaction.."
    };

    @ArchTest
    static void seesTheClassesOfTheCore(JavaClasses all) {
        assertThat(all.that(inModule(Module.CORE))).isNotEmpty();
    }

    @ArchTest
    static void everyModuleKeepsToItsOwnPackages(JavaClasses all) {
        for (Module module : Module.values()) {
            classes()
                    .that(inModule(module))
                    .should()
                    .resideInAPackage(module.packages)
                    .allowEmptyShould(true)
                    .check(all);
        }
        noClasses()
                .that(inModule(Module.CORE))
                .should()
                .resideInAnyPackage(packagesOutsideCore())
                .check(all);
    }

    @ArchTest
    static final ArchRule coreKnowsNoOtherModule = noClasses()
            .that(inModule(Module.CORE))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(packagesOutsideCore());

    @ArchTest
    static final ArchRule coreKnowsNoSpring = noClasses()
            .that(inModule(Module.CORE))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.springframework..");

    @ArchTest
    static final ArchRule coreKnowsNoRedis = noClasses()
            .that(inModule(Module.CORE))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(REDIS_LIBRARIES);

    @ArchTest
    static final ArchRule coreKnowsNoDatabase = noClasses()
            .that(inModule(Module.CORE))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(DATABASE_LIBRARIES);

    @ArchTest
    static final ArchRule coreKnowsNoZooKeeper = noClasses()
            .that(inModule(Module.CORE))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.zookeeper..", "org.apache.curator..");

    @ArchTest
    static final ArchRule redisKnowsNoDatabase = noClasses()
            .that(inModule(Module.REDIS))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(DATABASE_LIBRARIES)
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule databaseKnowsNoRedis = noClasses()
            .that(inModule(Module.JDBC))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(REDIS_LIBRARIES)
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule nothingKnowsTheSample = noClasses()
            .that(not(inModule(Module.SAMPLE)))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(Module.SAMPLE.packages);

    @ArchTest
    static final ArchRule nothingKnowsTheBenchmarks = noClasses()
            .that(not(inModule(Module.BENCHMARKS)))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(Module.BENCHMARKS.packages);

    @ArchTest
    static final ArchRule theLibraryDoesNotKnowTheLab = noClasses()
            .that(not(inModule(Module.LAB)))
            .and(not(inModule(Module.SAMPLE)))
            .and(not(inModule(Module.BENCHMARKS)))
            .and(not(inModule(Module.LOAD)))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(Module.LAB.packages);

    @ArchTest
    static final ArchRule nothingKnowsTheLoadKit = noClasses()
            .that(not(inModule(Module.LOAD)))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(Module.LOAD.packages);

    @ArchTest
    static final ArchRule packagesFormNoCycle =
            slices().matching("io.seckill.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule namesSayWhatAClassDoes =
            noClasses().should().haveNameMatching(".*(Impl|Utils?|Helper|Manager|Common)");

    @ArchTest
    static final ArchRule everyPackageIsNullMarked = classes()
            .should(new ArchCondition<>("live in a @NullMarked package") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    String message = "package " + type.getPackageName() + " of " + type.getSimpleName()
                            + " needs a package-info.java with @NullMarked";
                    events.add(new SimpleConditionEvent(
                            type, type.getPackage().isAnnotatedWith(NullMarked.class), message));
                }
            });

    @ArchTest
    static final ArchRule nothingPrintsToTheConsole = noClasses()
            .that(not(inModule(Module.BENCHMARKS)).and(not(inModule(Module.LOAD))))
            .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS);

    @ArchTest
    static final ArchRule nothingUsesJavaUtilLogging =
            noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging..");

    /** Leaves out what JMH generates. */
    static final class WrittenByHand implements ImportOption {

        @Override
        public boolean includes(Location location) {
            return !location.contains("/jmh_generated/");
        }
    }
}
