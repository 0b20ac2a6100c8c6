package io.seckill.lab.run;

import java.nio.file.Path;
import java.util.List;

/** How to start a JVM that has the classes of this one. */
final class JavaCommand {

    /** Runs a main class out of an executable jar, of which the system's class loader sees nothing but Spring Boot's launcher. */
    private static final String LAUNCHER = "org.springframework.boot.loader.launch.PropertiesLauncher";

    private JavaCommand() {}

    static List<String> of(Class<?> main, int port) {
        boolean packaged =
                ClassLoader.getSystemClassLoader().getResource(LAUNCHER.replace('.', '/') + ".class") != null;
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-Dlogback.configurationFile=io/seckill/lab/run/second-process-logback.xml",
                "-Dloader.main=" + main.getName(),
                "-cp",
                System.getProperty("java.class.path"),
                packaged ? LAUNCHER : main.getName(),
                Integer.toString(port));
    }
}
