package io.seckill.lab.web;

import io.seckill.lab.run.Experiment;
import io.seckill.lab.run.Figures;
import io.seckill.lab.run.Settings;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** An experiment with all that was seen of it, as callers get it and as it is downloaded. */
record ExperimentView(
        String id,
        Instant started,
        Experiment.State state,
        String trouble,
        Settings settings,
        Map<String, String> environment,
        List<Figures> stages) {

    static ExperimentView of(Experiment experiment) {
        Experiment.State state = experiment.state(); // before the figures, so that those of an end are complete
        return new ExperimentView(
                experiment.id(),
                experiment.started(),
                state,
                experiment.trouble(),
                experiment.settings(),
                experiment.environment(),
                experiment.figures());
    }
}
