package io.seckill.test.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder that lives as long as its server. */
final class TemporaryFolder {

    private TemporaryFolder() {}

    static Path create() {
        try {
            return Files.createTempDirectory("seckill-");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a temporary folder", e);
        }
    }

    /** One at a time: at the end of the JVM a server may be closed by its owner and by its shutdown hook at once. */
    static synchronized void delete(Path folder) {
        if (Files.notExists(folder)) {
            return;
        }
        try (Stream<Path> content = Files.walk(folder)) {
            List<Path> deepestFirst = content.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + folder, e);
        }
    }
}
