package io.seckill.benchmarks.compare;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/** What this JVM spent: processor time of all its threads, and bytes that threads allocated. */
final class JvmMeter {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final long cpuNanos = SYSTEM.getProcessCpuTime();
    private final Map<Long, Long> bytes = bytesOfLiveThreads();

    /** Returns the bytes that the calling thread has allocated in its life. */
    static long bytesOfThisThread() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    /** Returns the processor time that the calling thread has used in its life. */
    static long cpuNanosOfThisThread() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /** Returns the processor time since this reading was made. */
    double cpuMicrosSince() {
        return (SYSTEM.getProcessCpuTime() - cpuNanos) / 1e3;
    }

    /** Returns what threads allocated since this reading was made, those alive both times. */
    long bytesSince() {
        Map<Long, Long> now = bytesOfLiveThreads();
        long sum = 0;
        for (Map.Entry<Long, Long> thread : now.entrySet()) {
            Long before = bytes.get(thread.getKey());
            if (before != null) {
                sum += thread.getValue() - before;
            }
        }
        return sum;
    }

    private static Map<Long, Long> bytesOfLiveThreads() {
        long[] ids = THREADS.getAllThreadIds();
        long[] allocated = THREADS.getThreadAllocatedBytes(ids);
        Map<Long, Long> all = new HashMap<>();
        for (int i = 0; i < ids.length; i++) {
            all.put(ids[i], Math.max(0, allocated[i])); // -1 for one that has ended
        }
        return all;
    }
}
