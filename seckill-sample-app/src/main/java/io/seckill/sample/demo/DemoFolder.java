package io.seckill.sample.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
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

    DemoFolder() throws IOException {
        path = Files.createTempDirectory("seckill-demo-");
        SpringApplication.getShutdownHandlers().add(this::delete);
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
