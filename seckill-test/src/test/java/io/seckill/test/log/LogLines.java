package io.seckill.test.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Keeps what one class logs during a test, from a level on. */
public final class LogLines implements BeforeEachCallback, AfterEachCallback {

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger;
    private final Level from;
    private final Level before;

    /** Listens to this class's logger. */
    public LogLines(Class<?> owner, Level from) {
        this.logger = (Logger) LoggerFactory.getLogger(owner);
        this.from = from;
        this.before = logger.getLevel();
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        logger.setLevel(from);
        lines.start();
        logger.addAppender(lines);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        logger.detachAppender(lines);
        logger.setLevel(before);
    }

    /** Returns the lines so far, each as its level and its message. */
    public List<String> all() {
        return List.copyOf(lines.list).stream()
                .map(line -> line.getLevel() + " " + line.getFormattedMessage())
                .toList();
    }
}
