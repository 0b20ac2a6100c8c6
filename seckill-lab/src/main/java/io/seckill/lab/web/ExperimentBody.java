package io.seckill.lab.web;

import io.seckill.lab.run.LabStage;
import io.seckill.lab.run.Settings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@link Settings} as a caller sends them; none may be left out. */
record ExperimentBody(
        @Nullable List<@Nullable String> stages,
        int buyers,
        int clicks,
        int stock,
        int thinkMs,
        int leaseMs,
        int lockWaitMs,
        int concurrency,
        int processes,
        int seconds) {

    Settings toSettings() {
        if (stages == null) {
            throw new IllegalArgumentException("stages must be there");
        }
        return new Settings(
                stages.stream().map(String::valueOf).map(LabStage::of).toList(),
                buyers,
                clicks,
                stock,
                thinkMs,
                leaseMs,
                lockWaitMs,
                concurrency,
                processes,
                seconds);
    }
}
