package io.seckill.benchmarks.compare;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * What was asked for on the command line.
 *
 * @param pace how long it takes
 * @param stages whether the stages on the way to the gate are run instead
 * @param redis {@code host:port} of a Redis to use, which must be empty; otherwise one is started
 * @param jdbc the database server to use, in schemas of its own; otherwise one is started
 * @param out the folder for the results
 */
public record Options(Pace pace, boolean stages, Optional<String> redis, Optional<Jdbc> jdbc, Path out) {

    /** How to call the program. */
    public static final String USAGE = "Comparison [--quick] [--growth] [--stages] [--redis host:port]"
            + " [--jdbc url --user name --password word] [--out folder]";

    /**
     * Reads a command line.
     *
     * @throws IllegalArgumentException if there is something in it that is not understood
     */
    public static Options parse(String... words) {
        Deque<String> rest = new ArrayDeque<>(List.of(words));
        Pace pace = Pace.FULL;
        boolean growth = false;
        boolean stages = false;
        Optional<String> redis = Optional.empty();
        Optional<String> url = Optional.empty();
        String user = "root";
        String password = "";
        Path out = Path.of("benchmarks", "results");
        while (!rest.isEmpty()) {
            String word = rest.removeFirst();
            switch (word) {
                case "--quick" -> pace = Pace.QUICK;
                case "--growth" -> growth = true;
                case "--stages" -> stages = true;
                case "--redis" -> redis = Optional.of(valueOf(word, rest));
                case "--jdbc" -> url = Optional.of(valueOf(word, rest));
                case "--user" -> user = valueOf(word, rest);
                case "--password" -> password = valueOf(word, rest);
                case "--out" -> out = Path.of(valueOf(word, rest));
                default -> throw new IllegalArgumentException("'" + word + "' is not understood; " + USAGE);
            }
        }
        Jdbc given = new Jdbc(url.orElse(""), user, password);
        return new Options(growth ? pace.withGrowth() : pace, stages, redis, url.map(any -> given), out);
    }

    private static String valueOf(String word, Deque<String> rest) {
        if (rest.isEmpty()) {
            throw new IllegalArgumentException(word + " needs a value; " + USAGE);
        }
        return rest.removeFirst();
    }

    /** A database server and who may make schemas there. */
    public record Jdbc(String url, String user, String password) {}
}
