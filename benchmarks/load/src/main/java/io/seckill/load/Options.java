package io.seckill.load;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * What was asked for on the command line.
 *
 * @param pace how long it takes
 * @param redis {@code host:port} of a Redis to use; otherwise one is started
 * @param database the database server to use, in schemas of its own; otherwise one is started
 * @param out the folder for the results
 */
record Options(Pace pace, Optional<String> redis, Optional<Database> database, Path out) {

    private static final String USAGE =
            "LoadKit [--quick] [--no-jmeter] [--redis host:port] [--jdbc url --user name --password word] [--out folder]";

    /** A database server, and who may make schemas there. */
    record Database(String url, String user, String password) {}

    /**
     * Reads a command line.
     *
     * @throws IllegalArgumentException if there is something in it that is not understood
     */
    static Options parse(String... words) {
        Deque<String> rest = new ArrayDeque<>(List.of(words));
        Pace pace = Pace.FULL;
        boolean jmeter = true;
        Optional<String> redis = Optional.empty();
        Optional<String> url = Optional.empty();
        String user = "root";
        String password = "";
        Path out = ClassPath.target().resolve("load");
        while (!rest.isEmpty()) {
            String word = rest.removeFirst();
            switch (word) {
                case "--quick" -> pace = Pace.QUICK;
                case "--no-jmeter" -> jmeter = false;
                case "--redis" -> redis = Optional.of(hostAndPort(valueOf(word, rest)));
                case "--jdbc" -> url = Optional.of(valueOf(word, rest));
                case "--user" -> user = valueOf(word, rest);
                case "--password" -> password = valueOf(word, rest);
                case "--out" -> out = Path.of(valueOf(word, rest));
                default -> throw new IllegalArgumentException("'" + word + "' is not understood; " + USAGE);
            }
        }
        Database named = new Database(url.orElse(""), user, password);
        return new Options(jmeter ? pace : pace.withoutJMeter(), redis, url.map(any -> named), out);
    }

    private static String hostAndPort(String value) {
        if (!value.matches("[^:]+:\\d{1,5}")) {
            throw new IllegalArgumentException("--redis must be host:port, but was '" + value + "'");
        }
        return value;
    }

    private static String valueOf(String word, Deque<String> rest) {
        if (rest.isEmpty()) {
            throw new IllegalArgumentException(word + " needs a value; " + USAGE);
        }
        return rest.removeFirst();
    }
}
