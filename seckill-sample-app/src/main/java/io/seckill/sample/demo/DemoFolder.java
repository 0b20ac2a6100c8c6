package io.seckill.sample.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** What the web server and the database unpack goes into one folder, which is deleted when both have ended. */
@Component
@Profile("demo")
class DemoFolder implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> {

    private static final Logger log = LoggerFactory.getLogger(DemoFolder.class);

    private final Path path;

    @Autowired
    DemoFolder() throws IOException {
        this(SpringApplication.getShutdownHandlers(), Path.of(System.getProperty("java.io.tmpdir")));
    }

    DemoFolder(SpringApplicationShutdownHandlers atTheEnd, Path parent) throws IOException {
        path = parent.resolve("seckill-demo-" + UUID.randomUUID());
        atTheEnd.add(this::delete); // throws once the end has begun, so that nothing is made then
        Files.createDirectory(path);
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
            FileSystemUtils.deleteRecursively(path);
        } catch (IOException e) {
            log.warn("Folder {} could not be deleted; please do it", path, e);
        }
    }
}
