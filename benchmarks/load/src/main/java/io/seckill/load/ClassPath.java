package io.seckill.load;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The class path of both shops, which the build has written down: this module and the sample, without JMeter. */
final class ClassPath {

    private ClassPath() {}

    static String ofShops() throws IOException {
        return classes() + File.pathSeparator + Files.readString(target().resolve("shops.classpath"));
    }

    /** Returns the folder that the build writes to. */
    static Path target() {
        return classes().resolveSibling("");
    }

    private static Path classes() {
        try {
            return Path.of(ClassPath.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
