package io.seckill.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.seckill.test.server.LocalDatabase;
import io.seckill.test.server.LocalRedis;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Experiments on a real Redis and a real database, small ones: what breaks, breaks in them each time. */
@Timeout(180)
class LabTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static Lab lab;

    @BeforeAll
    static void open() {
        lab = new Lab(
                new LabServers(LocalRedis::start, () -> LocalDatabase.shared().newSchema()));
    }

    @AfterAll
    static void close() {
        lab.close();
    }

    @Test
    void stagesTakeTurnsAndAreMeasured() {
        Experiment experiment = over(lab.start(Trying.out(LabStage.LUA_GATE, LabStage.FOR_UPDATE)
                .buyers(60, 1)
                .stock(20)
                .thinking(5)
                .settings()));

        assertThat(experiment.state()).isEqualTo(Experiment.State.DONE);
        assertThat(experiment.environment()).containsKeys("cores", "JDK", "Redis", "database");
        assertThat(experiment.figures())
                .extracting(Figures::stage)
                .containsExactly(LabStage.FOR_UPDATE, LabStage.LUA_GATE);
        assertThat(experiment.figures()).allSatisfy(figures -> {
            assertThat(figures.state()).isEqualTo(TrialState.DONE);
            assertThat(figures.accepted()).isEqualTo(20);
            assertThat(figures.answered()).isEqualTo(60);
            assertThat(figures.broke()).isFalse();
            assertThat(figures.perSecond()).isPositive();
            assertThat(figures.p50Ms()).isPositive().isLessThanOrEqualTo(figures.p99Ms());
            assertThat(figures.course()).isNotEmpty();
        });
        Figures forUpdate = experiment.figures().get(0);
        assertThat(forUpdate.redisCalls()).isZero();
        assertThat(forUpdate.connections()).isPositive();
        assertThat(forUpdate.rowLockWaits()).isPositive();
        Figures gate = experiment.figures().get(1);
        assertThat(gate.redisCalls()).isBetween(20L, 60L);
        assertThat(gate.rowLockWaits()).isZero();
    }

    @Test
    void withoutProtectionTooMuchIsSoldAndByTheGateNotUnderTheSameSettings() {
        Map<LabStage, Figures> seen =
                seen(Trying.out(LabStage.NO_PROTECTION, LabStage.CONDITIONAL_UPDATE, LabStage.LUA_GATE_BATCHED)
                        .buyers(40, 1)
                        .stock(5)
                        .thinking(50)
                        .atOnce(20, 1));

        assertThat(seen.get(LabStage.NO_PROTECTION).oversold()).isPositive();
        assertThat(seen.get(LabStage.CONDITIONAL_UPDATE).oversold()).isZero();
        assertThat(seen.get(LabStage.LUA_GATE_BATCHED).oversold()).isZero();
        assertThat(seen.get(LabStage.LUA_GATE_BATCHED).accepted()).isEqualTo(5);
    }

    @Test
    void inTwoProcessesTheJvmLockLetsABuyerHaveTwoAndTheGateDoesNot() {
        Map<LabStage, Figures> seen = seen(Trying.out(LabStage.JVM_LOCK, LabStage.LUA_GATE)
                .buyers(20, 2)
                .stock(40)
                .thinking(1_000)
                .atOnce(40, 2));

        assertThat(seen.get(LabStage.JVM_LOCK).duplicates()).isPositive();
        assertThat(seen.get(LabStage.LUA_GATE).duplicates()).isZero();
        assertThat(seen.get(LabStage.LUA_GATE).accepted()).isEqualTo(20);
        assertThat(seen.get(LabStage.LUA_GATE).answered()).isEqualTo(40);
    }

    @Test
    void inOneProcessTheJvmLockDoesItsWork() {
        Figures jvmLock = seen(Trying.out(LabStage.JVM_LOCK)
                        .buyers(20, 2)
                        .stock(40)
                        .thinking(50)
                        .atOnce(20, 1))
                .get(LabStage.JVM_LOCK);

        assertThat(jvmLock.accepted()).isEqualTo(20);
        assertThat(jvmLock.duplicates()).isZero();
        assertThat(jvmLock.overlaps()).isZero();
    }

    @Test
    void workThatTakesLongerThanTheLeaseLosesTheLockWithoutOwnerAndAUniqueIndexOrTheGateKeepsTheLimit() {
        Map<LabStage, Figures> seen =
                seen(Trying.out(LabStage.SET_NX, LabStage.OWNED_LOCK, LabStage.REDISSON, LabStage.LUA_GATE_BATCHED)
                        .buyers(4, 3)
                        .stock(20)
                        .thinking(500)
                        .lock(100, 2_000)
                        .atOnce(12, 1));

        assertThat(seen.get(LabStage.SET_NX).overlaps()).isPositive();
        assertThat(seen.get(LabStage.SET_NX).duplicates()).isPositive();
        assertThat(seen.get(LabStage.OWNED_LOCK).overlaps()).isPositive();
        assertThat(seen.get(LabStage.OWNED_LOCK).duplicates()).isZero();
        assertThat(seen.get(LabStage.REDISSON).overlaps()).isZero();
        assertThat(seen.get(LabStage.REDISSON).duplicates()).isZero();
        assertThat(seen.get(LabStage.LUA_GATE_BATCHED).duplicates()).isZero();
        assertThat(seen.get(LabStage.LUA_GATE_BATCHED).accepted()).isEqualTo(4);
    }

    @Test
    void oneExperimentRunsAtATimeAndCanBeStopped() {
        Experiment slow = lab.start(Trying.out(LabStage.FOR_UPDATE, LabStage.LUA_GATE)
                .buyers(1_000, 1)
                .stock(1_000)
                .thinking(200)
                .settings());
        Settings other = Trying.out(LabStage.LUA_GATE).settings();
        assertThatThrownBy(() -> lab.start(other))
                .isInstanceOf(LabBusyException.class)
                .hasMessage("experiment " + slow.id() + " is running; wait for its end, or stop it");
        await().atMost(PATIENCE).until(() -> slow.figures().get(0).accepted() > 0);

        lab.stop(slow.id());

        assertThat(over(slow).state()).isEqualTo(Experiment.State.STOPPED);
        assertThat(slow.figures()).extracting(Figures::state).containsExactly(TrialState.STOPPED, TrialState.WAITING);
        assertThat(slow.figures().get(0).unserved()).isPositive();
        assertThat(slow.figures().get(0).failed()).isZero();
    }

    @Test
    void aStageEndsWhenItsTimeIsOver() {
        Figures forUpdate = seen(Trying.out(LabStage.FOR_UPDATE)
                        .buyers(1_000, 1)
                        .stock(1_000)
                        .thinking(200)
                        .lasting(1))
                .get(LabStage.FOR_UPDATE);

        assertThat(forUpdate.state()).isEqualTo(TrialState.DONE);
        assertThat(forUpdate.unserved()).isPositive();
        assertThat(forUpdate.seconds()).isLessThan(6);
    }

    @Test
    void theLastTenAreRemembered() {
        for (int i = 0; i <= Lab.REMEMBERED; i++) {
            over(lab.start(Trying.out(LabStage.LUA_GATE).buyers(1, 1).settings()));
        }

        assertThat(lab.recent()).hasSize(Lab.REMEMBERED);
        assertThat(lab.recent()).extracting(Experiment::id).doesNotHaveDuplicates();
        assertThat(lab.find(lab.recent().get(0).id())).isPresent();
    }

    @Test
    void aServerThatDoesNotStartEndsTheExperimentWithTheReason() {
        try (Lab broken = new Lab(new LabServers(LocalRedis::start, () -> {
            throw new IllegalStateException("no database here");
        }))) {
            Experiment experiment =
                    over(broken.start(Trying.out(LabStage.LUA_GATE).settings()));

            assertThat(experiment.state()).isEqualTo(Experiment.State.FAILED);
            assertThat(experiment.trouble()).isEqualTo("no database here");
        }
    }

    private static Map<LabStage, Figures> seen(Trying trying) {
        Experiment experiment = over(lab.start(trying.settings()));
        assertThat(experiment.figures()).allSatisfy(figures -> {
            assertThat(figures.state()).isEqualTo(TrialState.DONE);
            assertThat(figures.remark()).isEmpty();
        });
        return experiment.figures().stream().collect(Collectors.toMap(Figures::stage, Function.identity()));
    }

    /** Returns when nothing more happens and the next one may start. */
    private static Experiment over(Experiment experiment) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> experiment.state().over());
        return experiment;
    }
}
