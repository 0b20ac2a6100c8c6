package io.seckill.lab.web;

import io.seckill.lab.run.Experiment;
import io.seckill.lab.run.Lab;
import io.seckill.lab.run.LabBusyException;
import io.seckill.lab.run.Settings;
import java.net.URI;
import java.util.Objects;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Starts, stops and shows experiments. {@code lang=zh} answers in Chinese, anything else in English. */
@RestController
@RequestMapping("/api/lab")
class LabController {

    private static final String EXPERIMENTS = "/experiments";
    private static final String EXPERIMENT = EXPERIMENTS + "/{experiment}";

    private final Lab lab;

    LabController(Lab lab) {
        this.lab = lab;
    }

    /** Returns the stages that can be tried, and the experiments that are remembered, the latest first. */
    @GetMapping
    LabView look(@RequestParam(defaultValue = "en") String lang) {
        return LabView.of(lab.recent(), Words.in(lang));
    }

    @PostMapping(EXPERIMENTS)
    ResponseEntity<ExperimentView> start(@RequestBody ExperimentBody body) {
        Experiment experiment = started(settings(body));
        return ResponseEntity.accepted()
                .location(URI.create("/api/lab" + EXPERIMENTS + "/" + experiment.id()))
                .body(ExperimentView.of(experiment));
    }

    private static Settings settings(ExperimentBody body) {
        try {
            return body.toSettings();
        } catch (IllegalArgumentException e) {
            throw problem(HttpStatus.BAD_REQUEST, "BAD_REQUEST", e);
        }
    }

    private Experiment started(Settings settings) {
        try {
            return lab.start(settings);
        } catch (LabBusyException e) {
            throw problem(HttpStatus.CONFLICT, "LAB_BUSY", e);
        }
    }

    @GetMapping(EXPERIMENT)
    ExperimentView show(@PathVariable("experiment") String id) {
        return ExperimentView.of(found(id));
    }

    @PostMapping(EXPERIMENT + "/stop")
    ExperimentView stop(@PathVariable("experiment") String id) {
        Experiment experiment = found(id);
        lab.stop(id);
        return ExperimentView.of(experiment);
    }

    @GetMapping(path = EXPERIMENT + "/report.json", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<ExperimentView> json(@PathVariable("experiment") String id) {
        return ResponseEntity.ok()
                .header(HttpHeaders.CONTENT_DISPOSITION, file(id, "json"))
                .body(ExperimentView.of(found(id)));
    }

    @GetMapping(path = EXPERIMENT + "/report.md", produces = MediaType.TEXT_MARKDOWN_VALUE + ";charset=UTF-8")
    ResponseEntity<String> markdown(
            @PathVariable("experiment") String id, @RequestParam(defaultValue = "en") String lang) {
        return ResponseEntity.ok()
                .header(HttpHeaders.CONTENT_DISPOSITION, file(id, "md"))
                .body(new Markdown(Words.in(lang)).of(found(id)));
    }

    private static String file(String id, String ending) {
        return ContentDisposition.attachment()
                .filename("seckill-lab-" + id + "." + ending)
                .build()
                .toString();
    }

    private Experiment found(String id) {
        return lab.find(id)
                .orElseThrow(() -> problem(
                        HttpStatus.NOT_FOUND,
                        "UNKNOWN_EXPERIMENT",
                        new IllegalArgumentException("there is no experiment '" + id + "'; the last " + Lab.REMEMBERED
                                + " are remembered, until the application ends")));
    }

    private static ErrorResponseException problem(HttpStatus status, String code, RuntimeException e) {
        ProblemDetail problem =
                ProblemDetail.forStatusAndDetail(status, Objects.requireNonNullElse(e.getMessage(), "bad input"));
        problem.setProperty("code", code);
        return new ErrorResponseException(status, problem, e);
    }
}
