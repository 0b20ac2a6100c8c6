package io.seckill.test.server;

import java.io.File;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Where Ctrl-C at a terminal does not reach: a server started there ends when it is told to, and not before those who use it. */
final class OwnSession {

    private static final List<String> ENTRANCE = Stream.of(
                    Objects.requireNonNullElse(System.getenv("PATH"), "").split(File.pathSeparator))
            .map(folder -> new File(folder, "setsid"))
            .filter(File::canExecute)
            .map(File::getPath)
            .limit(1)
            .toList();

    private OwnSession() {}

    /** Returns the command in a session of its own, in the same process; where there is no {@code setsid}, the command as it is. */
    static List<String> of(List<String> command) {
        return Stream.concat(ENTRANCE.stream(), command.stream()).toList();
    }
}
