package io.seckill.test.server;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * Redis servers in one container. Each has the same port inside and outside, so that the nodes of a cluster find each other and their
 * clients find them, and the ports survive a restart.
 */
final class RedisContainer implements RedisServers {

    private static final String IMAGE = System.getProperty("seckill.test.redis.image", "redis:8");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final GenericContainer<?> container;
    private final List<Integer> ports;

    private RedisContainer(GenericContainer<?> container, List<Integer> ports) {
        this.container = container;
        this.ports = ports;
    }

    static RedisServers start(int servers, boolean cluster, List<String> options) {
        List<Integer> ports = FreePorts.find(servers);
        GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(IMAGE))
                .withCommand("sh", "-c", script(ports, cluster, options))
                .withCreateContainerCmdModifier(create -> {
                    create.withExposedPorts(ports.stream().map(ExposedPort::tcp).toList());
                    create.getHostConfig()
                            .withPortBindings(
                                    ports.stream().map(RedisContainer::binding).toList());
                });
        RedisContainer started = new RedisContainer(container, ports);
        container.start();
        started.awaitAnswers();
        return started;
    }

    private static PortBinding binding(int port) {
        return new PortBinding(Ports.Binding.bindIpAndPort("127.0.0.1", port), ExposedPort.tcp(port));
    }

    private static String script(List<Integer> ports, boolean cluster, List<String> options) {
        String common = " --save '' --protected-mode no "
                + (cluster ? "--cluster-enabled yes --cluster-node-timeout 5000 --cluster-announce-ip 127.0.0.1 " : "")
                + options.stream().map(option -> "'" + option + "'").collect(Collectors.joining(" "));
        return ports.stream()
                .map(port -> "mkdir -p /data/" + port + "; redis-server --port " + port + " --dir /data/" + port
                        + common + " & ")
                .collect(Collectors.joining("", "", "wait"));
    }

    @Override
    public List<Integer> ports() {
        return ports;
    }

    @Override
    public void kill() {
        docker().killContainerCmd(container.getContainerId()).exec();
    }

    @Override
    public void stop() {
        // The container ends with its last server.
        for (int port : ports) {
            try {
                RedisWire.call(host(), port, "SHUTDOWN");
            } catch (RuntimeException expected) {
                // the connection ends without a reply
            }
        }
        RedisWire.await(PATIENCE, () -> !container.isRunning());
    }

    @Override
    public void restart() {
        docker().startContainerCmd(container.getContainerId()).exec();
        awaitAnswers();
    }

    @Override
    public void pause() {
        docker().pauseContainerCmd(container.getContainerId()).exec();
    }

    @Override
    public void resume() {
        docker().unpauseContainerCmd(container.getContainerId()).exec();
    }

    @Override
    public void close() {
        container.stop();
    }

    private void awaitAnswers() {
        for (int port : ports) {
            if (!RedisWire.await(PATIENCE, () -> RedisWire.answers(host(), port))) {
                String log = container.getLogs();
                container.stop();
                throw new IllegalStateException(IMAGE + " did not answer on port " + port + ": " + log);
            }
        }
    }

    private DockerClient docker() {
        return container.getDockerClient();
    }
}
