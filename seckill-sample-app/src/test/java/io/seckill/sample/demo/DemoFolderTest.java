package io.seckill.sample.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mockito.ArgumentCaptor;
import org.springframework.boot.SpringApplicationShutdownHandlers;

class DemoFolderTest {

    @TempDir
    private Path parent;

    private final SpringApplicationShutdownHandlers atTheEnd = mock(SpringApplicationShutdownHandlers.class);

    @Test
    void isDeletedAtTheEndWithAllThatIsInIt() throws IOException {
        DemoFolder folder = new DemoFolder(atTheEnd, parent);
        Files.createFile(folder.resolve("file"));

        ArgumentCaptor<Runnable> end = ArgumentCaptor.forClass(Runnable.class);
        verify(atTheEnd).add(end.capture());
        end.getValue().run();

        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void thoseOfDemosThatWereKilledAreDeleted() throws IOException {
        Path killed = folder("seckill-demo-0-killed");
        Path running = folder("seckill-demo-0-running");
        Path somethingElse = folder("seckill-something-else");
        Path withoutLock = Files.createDirectory(parent.resolve("seckill-demo-0-without-lock"));
        try (FileChannel lock = FileChannel.open(running.resolve("lock"), StandardOpenOption.WRITE)) {
            lock.lock();

            DemoFolder ours = new DemoFolder(atTheEnd, parent);

            assertThat(killed).doesNotExist();
            assertThat(List.of(running, somethingElse, withoutLock, ours.resolve("lock")))
                    .allSatisfy(path -> assertThat(path).exists());
        }
    }

    private Path folder(String name) throws IOException {
        Path folder = Files.createDirectory(parent.resolve(name));
        Files.createFile(folder.resolve("lock"));
        Files.createFile(folder.resolve("file"));
        return folder;
    }

    @Test
    void isNotMadeOnceTheEndHasBegun() {
        willThrow(new IllegalStateException("Shutdown in progress"))
                .given(atTheEnd)
                .add(any());

        assertThatIllegalStateException().isThrownBy(() -> new DemoFolder(atTheEnd, parent));

        assertThat(parent).isEmptyDirectory();
    }
}
