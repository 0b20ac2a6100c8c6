package io.seckill.lab.run;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The second application process, as this one sees it: a JVM of its own with the same class path, for one stage. It ends with the stage,
 * and when it no longer hears of this one.
 */
class OtherProcess implements AutoCloseable {

    /** For experiments with one process. */
    static final OtherProcess NONE = new OtherProcess();

    private static final Logger log = LoggerFactory.getLogger(OtherProcess.class);

    private OtherProcess() {}

    static OtherProcess start(Order order) throws IOException {
        try (ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Process process = new ProcessBuilder(JavaCommand.of(SecondProcess.class, door.getLocalPort()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try {
                return new Running(process, accept(door, process), order);
            } catch (IOException | RuntimeException e) {
                process.destroyForcibly();
                throw e;
            }
        }
    }

    private static Socket accept(ServerSocket door, Process process) throws IOException {
        door.setSoTimeout(250);
        long end = System.nanoTime() + Running.START.toNanos();
        while (System.nanoTime() < end) {
            try {
                return door.accept();
            } catch (SocketTimeoutException e) {
                if (!process.isAlive()) {
                    throw new IllegalStateException("the second process ended at once, with exit code "
                            + process.exitValue() + "; is its class path (java.class.path) usable as it is?");
                }
            }
        }
        throw new IllegalStateException("the second process does not come up within " + Running.START);
    }

    /** Waits until it is connected and warm. */
    void awaitReady() throws IOException, InterruptedException {}

    /** Lets it take part in this sale; returns when it is about to. */
    void join(String sale) throws IOException {}

    /** Lets it buy; its reports come on another thread. */
    void go(Consumer<Progress> report) throws IOException {}

    /** Lets it buy no more. */
    void stop() {}

    /** Waits for its last report. */
    void awaitEnd(Duration limit) throws InterruptedException {}

    @Override
    public void close() {}

    private static final class Running extends OtherProcess {

        static final Duration START = Duration.ofSeconds(90);

        private final Process process;
        private final Socket socket;
        private final DataInputStream in;
        private final DataOutputStream out;
        private final CompletableFuture<Void> end = new CompletableFuture<>();
        private boolean begun;
        private boolean stopped;

        Running(Process process, Socket socket, Order order) throws IOException {
            this.process = process;
            this.socket = socket;
            socket.setTcpNoDelay(true);
            socket.setSoTimeout((int) START.toMillis());
            in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
            order.writeTo(out);
        }

        @Override
        void awaitReady() throws IOException {
            expect(Word.READY);
        }

        @Override
        void join(String sale) throws IOException {
            out.writeUTF(sale);
            out.flush();
            expect(Word.JOINED);
        }

        private void expect(Word word) throws IOException {
            Word heard = Word.readFrom(in);
            if (heard != word) {
                throw new IllegalStateException(
                        "the second process broke down: " + (heard == Word.BROKEN ? in.readUTF() : heard));
            }
        }

        @Override
        void go(Consumer<Progress> report) throws IOException {
            start();
            Thread listening = new Thread(() -> listen(report), "seckill-lab-second-process");
            listening.setDaemon(true);
            listening.start();
        }

        /** Whoever stopped it before it began, is heard now. */
        private synchronized void start() throws IOException {
            begun = true;
            say(stopped ? Word.STOP : Word.GO);
        }

        private void say(Word word) throws IOException {
            word.writeTo(out);
            out.flush();
        }

        private void listen(Consumer<Progress> report) {
            try {
                Word word;
                while ((word = Word.readFrom(in)) == Word.PROGRESS) {
                    report.accept(Progress.readFrom(in));
                }
                if (word == Word.BROKEN) {
                    throw new IllegalStateException("the second process broke down: " + in.readUTF());
                }
                end.complete(null);
            } catch (IOException | RuntimeException e) {
                end.completeExceptionally(e);
            }
        }

        @Override
        synchronized void stop() {
            stopped = true;
            try {
                if (begun) {
                    say(Word.STOP);
                }
            } catch (IOException e) {
                log.debug("The second process does not hear", e); // and so ends by itself
            }
        }

        @Override
        void awaitEnd(Duration limit) throws InterruptedException {
            try {
                end.get(limit.plus(START).toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException e) {
                throw new IllegalStateException("the second process did not tell its end", e.getCause());
            } catch (TimeoutException e) {
                throw new IllegalStateException("the second process does not end", e);
            }
        }

        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException e) {
                log.debug("The connection to the second process did not close", e);
            }
            process.destroyForcibly();
        }
    }

    /** What the processes say to each other. */
    enum Word {
        READY,
        JOINED,
        GO,
        STOP,
        PROGRESS,
        END,
        BROKEN;

        static Word readFrom(DataInputStream in) throws IOException {
            return valueOf(in.readUTF());
        }

        void writeTo(DataOutputStream out) throws IOException {
            out.writeUTF(name());
        }
    }
}
