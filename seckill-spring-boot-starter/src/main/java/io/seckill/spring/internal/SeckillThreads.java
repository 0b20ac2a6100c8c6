package io.seckill.spring.internal;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.system.JavaVersion;
import org.springframework.core.env.Environment;
import org.springframework.core.task.VirtualThreadTaskExecutor;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Makes threads of our own, virtual ones where the application asked for them with {@code spring.threads.virtual.enabled} and the JVM has
 * them. None of it becomes a bean, so the application's executors stay what they are.
 *
 * @since 0.1
 */
public final class SeckillThreads {

    private static final long IDLE_SECONDS = 30;

    private final boolean virtual;

    /** Makes threads as this environment wants them. */
    public SeckillThreads(Environment environment) {
        // Boot's own class for this question has another package in 3.5 than in 4.
        this.virtual = environment.getProperty("spring.threads.virtual.enabled", Boolean.class, false)
                && JavaVersion.getJavaVersion().isEqualOrNewerThan(JavaVersion.TWENTY_ONE);
    }

    /** Returns a factory of daemon threads with this prefix. */
    public ThreadFactory factory(String prefix) {
        return virtual ? new VirtualThreadTaskExecutor(prefix).getVirtualThreadFactory() : daemons(prefix);
    }

    /** Returns an executor of this many threads, or of one virtual thread for each task. */
    public ExecutorService executor(String prefix, int threads) {
        if (virtual) {
            return new ThreadPoolExecutor(
                    0, Integer.MAX_VALUE, 0, TimeUnit.SECONDS, new SynchronousQueue<>(), factory(prefix));
        }
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory(prefix));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    static ThreadFactory daemons(String prefix) {
        CustomizableThreadFactory factory = new CustomizableThreadFactory(prefix);
        factory.setDaemon(true);
        return factory;
    }
}
