package io.seckill.test.server;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** MySQL 8.4 in a container, which Testcontainers removes also when the JVM is killed. */
final class DockerMySql extends DatabaseServer {

    private static final int MYSQL_PORT = 3306;
    private static final String SCHEMA = "seckill";
    // "port: 0" is the server that only prepares the data, and "port: 33060" the one for documents
    private static final String READY = ".*ready for connections.*port: 3306\\s.*";

    private final String password = UUID.randomUUID().toString();
    // a port of our choice stays the same when the container is killed and started again
    private final int port = FreePorts.find(1).get(0);
    private final GenericContainer<?> container;

    private DockerMySql() {
        String engine = DockerClientFactory.instance().dockerHostIpAddress();
        boolean remote = !"localhost".equals(engine);
        Ports.Binding address = remote ? Ports.Binding.bindPort(port) : Ports.Binding.bindIpAndPort("127.0.0.1", port);
        container = new GenericContainer<>(DockerImageName.parse("mysql:8.4"))
                .withEnv("MYSQL_ROOT_PASSWORD", password)
                .withEnv("MYSQL_DATABASE", SCHEMA)
                .withExposedPorts(MYSQL_PORT)
                .withCreateContainerCmdModifier(command ->
                        command.getHostConfig().withPortBindings(new PortBinding(address, ExposedPort.tcp(MYSQL_PORT))))
                .waitingFor(Wait.forLogMessage(READY, 1));
    }

    static boolean available() {
        // without a sign of an engine, asking Testcontainers would log an error
        String host = System.getenv("DOCKER_HOST");
        boolean sign = host != null && !host.isBlank()
                || Files.exists(Path.of("/var/run/docker.sock"))
                || Files.exists(Path.of(System.getProperty("user.home"), ".docker", "run", "docker.sock"));
        return sign && DockerClientFactory.instance().isDockerAvailable();
    }

    static DockerMySql start() {
        DockerMySql server = new DockerMySql();
        server.container.start();
        return server;
    }

    @Override
    String kind() {
        return "MySQL 8.4 (Docker)";
    }

    @Override
    String url(String schema) {
        return "jdbc:mysql://" + container.getHost() + ":" + port + "/" + schema
                + "?sslMode=DISABLED&allowPublicKeyRetrieval=true";
    }

    @Override
    String username() {
        return "root";
    }

    @Override
    String password() {
        return password;
    }

    @Override
    String firstSchema() {
        return SCHEMA;
    }

    @Override
    void crash() {
        container.getDockerClient().killContainerCmd(container.getContainerId()).exec();
    }

    @Override
    void recover() {
        container
                .getDockerClient()
                .startContainerCmd(container.getContainerId())
                .exec();
        Awaitility.await("MySQL to start again").atMost(Duration.ofMinutes(1)).until(this::accepts);
    }

    @Override
    void close() {
        container.stop();
    }
}
