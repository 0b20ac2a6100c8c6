package io.seckill.lab.run;

import io.seckill.lab.stage.Contenders;
import io.seckill.lab.stage.Servers;
import io.seckill.lab.stage.Shareable;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets the stages of one experiment take their turns. One thread runs it, any may stop it. */
final class Course {

    private static final Logger log = LoggerFactory.getLogger(Course.class);

    /** When everything ends at once, as with Ctrl-C, the servers of a stage may be gone before anybody says so. */
    private static final long SAYS_SO_MS = 500;

    private final Experiment experiment;
    private final LabServers servers;
    private final CountDownLatch stop = new CountDownLatch(1);
    private volatile @Nullable Shift shift;
    private volatile @Nullable OtherProcess other;

    Course(Experiment experiment, LabServers servers) {
        this.experiment = experiment;
        this.servers = servers;
    }

    Experiment experiment() {
        return experiment;
    }

    boolean stopped() {
        return stop.getCount() == 0;
    }

    void stop() {
        stop.countDown();
        Shift present = shift;
        if (present != null) {
            present.stop();
        }
        OtherProcess process = other;
        if (process != null) {
            process.stop();
        }
    }

    /** Stops without waiting for anything that is under way. */
    void cutOff() {
        stop();
        OtherProcess process = other;
        if (process != null) {
            process.close();
        }
    }

    /** Returns how it ended. */
    Experiment.State run() throws InterruptedException {
        servers.pool();
        try (ServerMeter meter = new ServerMeter(servers.redis(), servers.database())) {
            experiment.run(Environment.with(meter));
            for (Trial trial : experiment.trials()) {
                if (!stopped()) {
                    tryOut(trial, meter);
                }
            }
        }
        return stopped() ? Experiment.State.STOPPED : Experiment.State.DONE;
    }

    private void tryOut(Trial trial, ServerMeter meter) throws InterruptedException {
        trial.enter(TrialState.PREPARING);
        try {
            turn(trial, meter);
            trial.enter(stopped() ? TrialState.STOPPED : TrialState.DONE);
        } catch (RuntimeException | IOException e) {
            if (stop.await(SAYS_SO_MS, TimeUnit.MILLISECONDS)) {
                trial.enter(TrialState.STOPPED);
                return;
            }
            log.warn("Stage {} broke down", trial.stage().id(), e);
            trial.fail(String.valueOf(e.getMessage()));
        }
    }

    private void turn(Trial trial, ServerMeter meter) throws InterruptedException, IOException {
        Settings settings = experiment.settings();
        Servers where = servers.forStage(trial.stage());
        try (OtherProcess second = settings.processes() > 1 ? startOther(trial, where) : OtherProcess.NONE;
                Shareable contender = Contenders.connect(trial.stage().contender(), where, settings.conditions())) {
            Shift mine = new Shift(
                    contender,
                    settings.attemptsOf(0),
                    settings.callersOf(0),
                    settings.limit(),
                    () -> servers.pool().getHikariPoolMXBean().getActiveConnections());
            shift = mine;
            other = second;
            if (stopped()) {
                return;
            }
            contender.open(settings.stock());
            mine.warmUp();
            second.awaitReady();
            meter.emptyRedis();
            contender.open(settings.stock());
            second.join(contender.sale());
            ServerMeter.Spent before = meter.read(contender.commands());
            trial.enter(TrialState.RUNNING);
            second.go(progress -> trial.add(1, progress));
            mine.work(progress -> {
                trial.add(0, progress);
                trial.spent(meter.read(contender.commands()).since(before));
            });
            second.awaitEnd(settings.limit());
            trial.spent(meter.read(contender.commands()).since(before));
        } finally {
            shift = null;
            other = null;
        }
    }

    private OtherProcess startOther(Trial trial, Servers where) throws IOException {
        return OtherProcess.start(Order.of(trial.stage(), experiment.settings(), where, servers.database()));
    }
}
