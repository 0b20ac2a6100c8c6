package io.seckill.lab.web;

import io.seckill.lab.run.Experiment;
import io.seckill.lab.run.Figures;
import io.seckill.lab.run.LabStage;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** What the lab has to offer, and what it remembers. */
record LabView(List<Stage> stages, List<Summary> experiments) {

    static LabView of(List<Experiment> recent, Words words) {
        return new LabView(
                Arrays.stream(LabStage.values())
                        .map(stage ->
                                new Stage(stage, stage.number(), stage.broken(), words.name(stage), words.why(stage)))
                        .toList(),
                recent.stream().map(Summary::of).toList());
    }

    /**
     * A stage.
     *
     * @param broken whether there are settings under which it breaks
     * @param why two sentences on why it does what it does
     */
    record Stage(LabStage id, String number, boolean broken, String name, String why) {}

    /**
     * An experiment in a line.
     *
     * @param broke the stages that sold too much, or to a buyer twice
     */
    record Summary(String id, Instant started, Experiment.State state, List<LabStage> stages, List<LabStage> broke) {

        private static Summary of(Experiment experiment) {
            return new Summary(
                    experiment.id(),
                    experiment.started(),
                    experiment.state(),
                    experiment.settings().stages(),
                    experiment.figures().stream()
                            .filter(Figures::broke)
                            .map(Figures::stage)
                            .toList());
        }
    }
}
