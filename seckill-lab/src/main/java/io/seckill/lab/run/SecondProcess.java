package io.seckill.lab.run;

import com.zaxxer.hikari.HikariDataSource;
import io.seckill.lab.run.OtherProcess.Word;
import io.seckill.lab.stage.Contenders;
import io.seckill.lab.stage.Servers;
import io.seckill.lab.stage.Shareable;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.UUID;

/** The other process itself. It ends when it is done, when its time is over, and when the first process is gone. */
final class SecondProcess {

    private static final Duration MOST = Duration.ofSeconds(Settings.MOST_SECONDS + 120);

    private final DataInputStream in;
    private final DataOutputStream out;

    private SecondProcess(Socket socket) throws IOException {
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    }

    /** Does what it is told on the connection to this port of the loopback address. */
    public static void main(String[] port) throws Exception {
        inBackground(() -> {
            Thread.sleep(MOST.toMillis());
            Runtime.getRuntime().halt(1);
        });
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port[0]))) {
            socket.setTcpNoDelay(true);
            SecondProcess process = new SecondProcess(socket);
            try {
                process.run();
            } catch (RuntimeException | IOException e) {
                process.tell(Word.BROKEN);
                process.out.writeUTF(String.valueOf(e.getMessage()));
                process.out.flush();
            }
        }
        Runtime.getRuntime().halt(0); // whatever threads a driver leaves behind
    }

    private void run() throws IOException, InterruptedException {
        Order order = Order.readFrom(in);
        try (HikariDataSource pool = LabServers.pool(order.jdbcUrl(), order.username(), order.password());
                Shareable contender = Contenders.connect(
                        order.stage().contender(),
                        new Servers(order.redis(), pool, order.zooKeeperAddress()),
                        order.conditions())) {
            Shift shift = new Shift(
                    contender,
                    order.attempts(),
                    order.callers(),
                    order.limit(),
                    () -> pool.getHikariPoolMXBean().getActiveConnections());
            contender.join("warm-up-" + UUID.randomUUID(), order.stock());
            shift.warmUp();
            tell(Word.READY);
            contender.join(in.readUTF(), order.stock());
            tell(Word.JOINED);
            if (Word.readFrom(in) == Word.GO) {
                inBackground(() -> hear(shift));
                shift.work(this::report);
            }
            tell(Word.END);
        }
    }

    private void hear(Shift shift) {
        try {
            if (Word.readFrom(in) == Word.STOP) {
                shift.stop();
            }
        } catch (IOException e) {
            Runtime.getRuntime().halt(1); // nobody is there to report to
        }
    }

    private void report(Progress progress) {
        try {
            Word.PROGRESS.writeTo(out);
            progress.writeTo(out);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void tell(Word word) throws IOException {
        word.writeTo(out);
        out.flush();
    }

    private interface Work {
        void run() throws InterruptedException;
    }

    private static void inBackground(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "seckill-lab-watch");
        thread.setDaemon(true);
        thread.start();
    }
}
