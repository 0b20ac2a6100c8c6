package io.seckill.lab.run;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs experiments one at a time and remembers the last {@value #REMEMBERED}. Thread-safe. */
public final class Lab implements AutoCloseable {

    /** How many experiments are remembered. */
    public static final int REMEMBERED = 10;

    private static final Logger log = LoggerFactory.getLogger(Lab.class);
    private static final long PATIENCE_S = 15;

    private final LabServers servers;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        Thread made = new Thread(work, "seckill-lab");
        made.setDaemon(true);
        return made;
    });
    private final Deque<Experiment> recent = new ArrayDeque<>();
    private @Nullable Course running;
    private int number;

    /** Makes a lab on these servers, which it closes. */
    public Lab(LabServers servers) {
        this.servers = servers;
    }

    /**
     * Starts an experiment and returns at once.
     *
     * @throws LabBusyException if another one is running
     */
    public synchronized Experiment start(Settings settings) {
        if (running != null) {
            throw new LabBusyException(running.experiment().id());
        }
        Experiment experiment =
                new Experiment(Integer.toString(++number), Instant.now().truncatedTo(ChronoUnit.SECONDS), settings);
        Course course = new Course(experiment, servers);
        running = course;
        recent.addFirst(experiment);
        if (recent.size() > REMEMBERED) {
            recent.removeLast();
        }
        thread.execute(() -> run(course));
        return experiment;
    }

    private void run(Course course) {
        try {
            end(course, course.run(), "");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end(course, Experiment.State.STOPPED, "");
        } catch (RuntimeException | Error e) {
            if (course.stopped()) {
                end(course, Experiment.State.STOPPED, "");
                return;
            }
            log.warn("Experiment {} broke down", course.experiment().id(), e);
            servers.close(); // the next one has new ones
            end(course, Experiment.State.FAILED, String.valueOf(e.getMessage()));
        }
    }

    /** Whoever sees that it is over can start the next one. */
    private synchronized void end(Course course, Experiment.State state, String why) {
        running = null;
        course.experiment().end(state, why);
    }

    /** Ends the experiment of this id soon, if it is running. */
    public synchronized void stop(String id) {
        if (running != null && running.experiment().id().equals(id)) {
            running.stop();
        }
    }

    /** Returns the experiment of this id, empty if there was none or it is forgotten. */
    public synchronized Optional<Experiment> find(String id) {
        return recent.stream().filter(experiment -> experiment.id().equals(id)).findFirst();
    }

    /** Returns the experiments that are remembered, the latest first. */
    public synchronized List<Experiment> recent() {
        return List.copyOf(recent);
    }

    /** Cuts off whatever runs, and returns at once; nothing can be started any more. */
    public synchronized void end() {
        if (running != null) {
            running.cutOff();
        }
        thread.shutdownNow();
    }

    /** Cuts off whatever runs, and ends the servers. */
    @Override
    public void close() {
        end();
        try {
            if (!thread.awaitTermination(PATIENCE_S, TimeUnit.SECONDS)) {
                log.warn("The experiment does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        servers.close();
    }
}
