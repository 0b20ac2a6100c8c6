package io.seckill.spring.internal;

import io.seckill.internal.Trouble;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Runs a task again and again while the application runs, the first time at once, on a daemon thread of its own.
 *
 * @since 0.1
 */
public final class RepeatingTask implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(RepeatingTask.class);
    private static final long PATIENCE_MILLIS = 5_000;

    private final String name;
    private final String what;
    private final Duration pause;
    private final Runnable task;
    private volatile @Nullable Thread running;

    /**
     * Makes a task that does nothing until it is started.
     *
     * @param name name of the thread
     * @param what it does, for the log: it follows "the"
     * @param pause time between the end of one run and the start of the next
     * @param task what to do; failures are logged when they begin and end, and none ends the thread
     */
    public RepeatingTask(String name, String what, Duration pause, Runnable task) {
        this.name = name;
        this.what = what;
        this.pause = pause;
        this.task = task;
    }

    @Override
    public void start() {
        if (running == null) {
            Thread thread = new Thread(this::runUntilStopped, name);
            thread.setDaemon(true);
            running = thread;
            thread.start();
        }
    }

    private void runUntilStopped() {
        Trouble trouble = new Trouble(log, what);
        try {
            while (running == Thread.currentThread()) {
                try {
                    task.run();
                    trouble.worked();
                } catch (RuntimeException | Error e) {
                    if (running == Thread.currentThread()) {
                        trouble.failed(e);
                    }
                }
                TimeUnit.NANOSECONDS.sleep(pause.toNanos());
            }
        } catch (InterruptedException stopped) {
            // the thread ends here
        }
    }

    /** Runs the task once more, at once and on the caller's thread; what it throws is thrown. */
    public void runNow() {
        task.run();
    }

    /** Stops, interrupting a run under way. */
    @Override
    public void stop() {
        Thread thread = running;
        running = null;
        if (thread != null) {
            thread.interrupt();
            try {
                thread.join(PATIENCE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean isRunning() {
        return running != null;
    }

    @Override
    public int getPhase() {
        return Phases.SCHEDULES;
    }
}
