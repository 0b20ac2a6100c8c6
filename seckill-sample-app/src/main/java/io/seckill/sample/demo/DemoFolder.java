package io.seckill.sample.demo;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringApplicationShutdownHandlers;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;
import org.springframework.util.FileSystemUtils;

/**
 * What the web server and the database unpack goes into one folder, which is deleted when both have ended. If the demo is killed, the next
 * one deletes it: as long as a demo runs it holds a lock in its folder.
 */
@Component
@Profile("demo")
class DemoFolder implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> {

    private static final Logger log = LoggerFactory.getLogger(DemoFolder.class);

    private static final String PREFIX = "seckill-demo-";
    private static final String OURS = PREFIX + ProcessHandle.current().pid() + "-";
    private static final String LOCK = "lock";

    private final Path path;
    private final FileChannel lock;

    @Autowired
    DemoFolder() throws IOException {
        this(SpringApplication.getShutdownHandlers(), Path.of(System.getProperty("java.io.tmpdir")));
    }

    DemoFolder(SpringApplicationShutdownHandlers atTheEnd, Path parent) throws IOException {
        path = parent.resolve(OURS + UUID.randomUUID());
        atTheEnd.add(this::delete); // throws once the end has begun, so that nothing is made then
        Files.createDirectory(path);
        lock = FileChannel.open(resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        lock.lock();
        try (DirectoryStream<Path> others = Files.newDirectoryStream(
                parent, folder -> isOfADemo(folder.getFileName().toString()))) {
            others.forEach(DemoFolder::deleteIfLeftBehind);
        }
    }

    /** Not this process's: to close a file that was opened a second time would give up its lock. */
    private static boolean isOfADemo(String folder) {
        return folder.startsWith(PREFIX) && !folder.startsWith(OURS);
    }

    private static void deleteIfLeftBehind(Path folder) {
        try (FileChannel lock = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.WRITE)) {
            if (lock.tryLock() != null) {
                FileSystemUtils.deleteRecursively(folder);
            }
        } catch (IOException | OverlappingFileLockException e) { // somebody else's, or in use
            log.debug("Folder {} stays", folder, e);
        }
    }

    Path resolve(String name) {
        return path.resolve(name);
    }

    @Override
    public void customize(ConfigurableTomcatWebServerFactory tomcat) {
        tomcat.setBaseDirectory(resolve("tomcat").toFile());
    }

    private void delete() {
        try {
            lock.close();
            FileSystemUtils.deleteRecursively(path);
        } catch (IOException e) {
            log.warn("Folder {} could not be deleted; please do it", path, e);
        }
    }
}
