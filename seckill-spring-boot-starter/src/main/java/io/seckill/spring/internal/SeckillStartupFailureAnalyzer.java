package io.seckill.spring.internal;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows what is wrong and what to do, instead of a stack trace. */
final class SeckillStartupFailureAnalyzer extends AbstractFailureAnalyzer<SeckillStartupException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, SeckillStartupException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.action(), rootFailure);
    }
}
