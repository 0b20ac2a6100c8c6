// What was seen of each stage: chart, table, and why.

import { number } from "../shared/words.js";
import { bars, line } from "./chart.js";
import { make } from "./elements.js";

const each = (figures) => (figures.answered > 0 ? figures.redisCalls / figures.answered : 0);
const whole = (value) => number(Math.round(value));
const fine = (value) => number(value >= 100 ? Math.round(value) : Math.round(value * 10) / 10);

const COLUMNS = [
  ["perSecond", (f) => whole(f.perSecond)],
  ["p50Ms", (f) => fine(f.p50Ms)],
  ["p99Ms", (f) => fine(f.p99Ms)],
  ["accepted", (f) => whole(f.accepted)],
  ["oversold", (f) => whole(f.oversold), (f) => f.oversold > 0],
  ["duplicates", (f) => whole(f.duplicates), (f) => f.duplicates > 0],
  ["overlaps", (f) => whole(f.overlaps), (f) => f.overlaps > 0],
  ["failedCount", (f) => whole(f.failed), (f) => f.failed > 0],
  ["unserved", (f) => whole(f.unserved)],
  ["redisEach", (f) => number(Math.round(each(f) * 100) / 100)],
  ["connections", (f) => whole(f.connections)],
  ["rowLockWaits", (f) => whole(f.rowLockWaits)],
];

const MEASURES = {
  perSecond: (f) => [f.perSecond, whole(f.perSecond)],
  tooMany: (f) => [f.oversold + f.duplicates, whole(f.oversold + f.duplicates)],
  p99Ms: (f) => [f.p99Ms, fine(f.p99Ms)],
  overlaps: (f) => [f.overlaps, whole(f.overlaps)],
  redisEach: (f) => [each(f), number(Math.round(each(f) * 100) / 100)],
  connections: (f) => [f.connections, whole(f.connections)],
  rowLockWaits: (f) => [f.rowLockWaits, whole(f.rowLockWaits)],
};

const element = (id) => document.getElementById(id);

/** Returns what shows an experiment; stages is a map from id to what the server says of it. */
export function results(stages, say, language) {
  const measure = element("measure");
  let present = null;
  let explained = "";
  measure.append(...Object.keys(MEASURES).map((name) => make("option", { value: name }, say(name))));
  measure.addEventListener("change", () => present && chart(present));
  element("columns").append(
    make("th", { scope: "col" }, say("stage")),
    make("th", { scope: "col" }, say("verdict")),
    ...COLUMNS.map(([name]) => make("th", { scope: "col", class: "number" }, say(name))),
  );

  const title = (id) => `${stages.get(id).number} ${stages.get(id).name}`;
  const broke = (figures) => figures.oversold > 0 || figures.duplicates > 0;

  function word(figures) {
    if (broke(figures)) {
      return ["BROKE", "bad"];
    }
    return figures.state === "DONE" ? ["EXACT", "good"] : [figures.state, "quiet"];
  }

  function chart(experiment) {
    const value = MEASURES[measure.value];
    const all = experiment.stages.map((figures) => {
      const [size, text] = value(figures);
      return { name: title(figures.stage), value: size, text, broke: broke(figures) };
    });
    element("chart").replaceChildren(bars(say(measure.value), all));
  }

  function row(figures) {
    const [verdict, colour] = word(figures);
    return make(
      "tr",
      { "data-stage": figures.stage, ...(figures.state === "RUNNING" ? { "aria-current": "true" } : {}) },
      make("th", { scope: "row" }, title(figures.stage), ...(figures.course.length > 2 ? [line(figures.course)] : [])),
      make("td", { class: `verdict-of ${colour}` }, say(verdict)),
      ...COLUMNS.map(([, text, bad]) => make("td", { class: bad?.(figures) ? "number bad" : "number" }, text(figures))),
    );
  }

  function reason(figures) {
    const [verdict, colour] = word(figures);
    return make(
      "li",
      { class: "card" },
      make("h3", {}, `${title(figures.stage)} `, make("span", { class: colour }, say(verdict))),
      make("p", {}, stages.get(figures.stage).why),
      ...(figures.remark ? [make("p", { class: "quiet small" }, figures.remark)] : []),
    );
  }

  /** Leaves what is being read alone as long as nothing has changed. */
  function explain(experiment) {
    const now = JSON.stringify(experiment.stages.map((figures) => [experiment.id, word(figures), figures.remark]));
    if (now !== explained) {
      explained = now;
      element("reasons").replaceChildren(...experiment.stages.map(reason));
    }
  }

  function verdict(experiment) {
    const names = (all) => all.map((figures) => title(figures.stage)).join(", ");
    const bad = experiment.stages.filter(broke);
    const exact = experiment.stages.filter((figures) => figures.state === "DONE" && !broke(figures));
    if (bad.length === 0) {
      return exact.length > 0 ? say("allExact") : "";
    }
    return say(exact.length > 0 ? "someBroke" : "allBroke", { stages: names(bad), exact: names(exact) });
  }

  return (experiment, over) => {
    present = experiment;
    element("result").hidden = false;
    element("result-title").textContent = say("experiment", { id: experiment.id });
    element("settings").textContent = say("settings", experiment.settings);
    element("markdown").href = `../api/lab/experiments/${experiment.id}/report.md?lang=${language}`;
    element("json").href = `../api/lab/experiments/${experiment.id}/report.json`;
    element("rows").replaceChildren(...experiment.stages.map(row));
    chart(experiment);
    explain(experiment);
    element("verdict").textContent = over ? verdict(experiment) : "";
    element("verdict").className = experiment.stages.some(broke) ? "verdict bad" : "verdict good";
    element("environment").textContent = Object.entries(experiment.environment)
      .map(([name, value]) => `${name}: ${value}`)
      .join(" · ");
  };
}
