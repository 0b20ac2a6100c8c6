package io.seckill.benchmarks;

import io.seckill.benchmarks.compare.Course;
import io.seckill.benchmarks.compare.Options;
import io.seckill.benchmarks.compare.UnusableServerException;
import java.io.IOException;

/**
 * Compares the gate with the usual pattern and others, in one run, and writes {@code comparison.json} and {@code comparison.svg} into
 * {@code benchmarks/results}. Its last line is for machines.
 *
 * <pre>{@code
 * mvn -q -B package -DskipTests && java -cp benchmarks/target/benchmarks.jar io.seckill.benchmarks.Comparison --quick
 * }</pre>
 *
 * <p>With {@code --stages} it runs instead every stage on the way to the gate, the broken ones too, and writes {@code stages.json}.
 *
 * <p>Redis and the database are started unless given: {@code [--quick] [--growth] [--stages] [--redis host:port] [--jdbc url --user name
 * --password word] [--out folder]}. A Redis that is given must be empty, and is empty afterwards; of a database that is given only a
 * schema of its own is touched.
 */
public final class Comparison {

    private Comparison() {}

    /** Runs it. */
    public static void main(String... words) throws InterruptedException, IOException {
        Options options;
        try {
            options = Options.parse(words);
        } catch (IllegalArgumentException e) {
            refuse(e);
            return;
        }
        try {
            run(options);
        } catch (UnusableServerException e) {
            refuse(e);
        }
    }

    private static void refuse(RuntimeException failure) {
        System.err.println(failure.getMessage());
        System.exit(2);
    }

    private static void run(Options options) throws InterruptedException, IOException {
        Course course = new Course(options, line -> System.out.println(line));
        if (options.stages()) {
            course.runStages();
        } else {
            course.run();
        }
    }
}
