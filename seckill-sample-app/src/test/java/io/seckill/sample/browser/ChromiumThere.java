package io.seckill.sample.browser;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Skips tests where Debian's Chromium is not installed, and says so. */
final class ChromiumThere implements ExecutionCondition {

    static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    static final Path DRIVER = Path.of("/usr/bin/chromedriver");

    private static final Logger log = LoggerFactory.getLogger(ChromiumThere.class);

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        List<Path> missing = List.of(CHROMIUM, DRIVER).stream()
                .filter(file -> !Files.isExecutable(file))
                .toList();
        if (missing.isEmpty()) {
            return ConditionEvaluationResult.enabled("Chromium is there");
        }
        String reason = "no browser, missing " + missing
                + "; on Debian: apt-get install chromium chromium-driver fonts-wqy-microhei";
        log.warn("{} is skipped: {}", context.getDisplayName(), reason);
        return ConditionEvaluationResult.disabled(reason);
    }
}
