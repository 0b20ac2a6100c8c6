// What was seen of each stage: chart, table, and why.

import { number } from "../shared/words.js";
import { bars, line } from "./chart.js";
import { make } from "./elements.js";

const each = (figures) => (figures.answered > 0 ? figures.redisCalls / figures.answered : 0);
const whole = (value) => number(Math.round(value));
const fine = (value) => number(value >= 100 ? Math.round(value) : Math.round(value * 10) / 10);

// [name, text, colour of what is not zero, only there if some stage has it]
const COLUMNS = [
  ["perSecond", (f) => whole(f.perSecond)],
  ["p50Ms", (f) => fine(f.p50Ms)],
  ["p99Ms", (f) => fine(f.p99Ms)],
  ["accepted", (f) => whole(f.accepted)],
  ["oversold", (f) => whole(f.oversold), "bad"],
  ["duplicates", (f) => whole(f.duplicates), "bad"],
  ["overlaps", (f) => whole(f.overlaps), "warn"],
  ["failed", (f) => whole(f.failed), "warn", true],
  ["unserved", (f) => whole(f.unserved), "", true],
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
      const name = broke(figures) ? `${title(figures.stage)}: ${say("BROKE")}` : title(figures.stage);
      return { name, value: size, text, broke: broke(figures) };
    });
    element("chart").replaceChildren(bars(say(measure.value), all));
  }

  function table(all) {
    const columns = COLUMNS.filter(([name, , , optional]) => !optional || all.some((figures) => figures[name] > 0));
    element("columns").replaceChildren(
      make("th", { scope: "col" }, say("stage")),
      make("th", { scope: "col" }, say("verdict")),
      ...columns.map(([name]) => make("th", { scope: "col", class: "number" }, say(name))),
    );
    element("rows").replaceChildren(...all.map((figures) => row(figures, columns)));
  }

  function row(figures, columns) {
    const [verdict, colour] = word(figures);
    return make(
      "tr",
      { "data-stage": figures.stage, ...(figures.state === "RUNNING" ? { "aria-current": "true" } : {}) },
      make("th", { scope: "row" }, title(figures.stage), ...(figures.course.length > 3 ? [line(figures.course)] : [])),
      make("td", { class: `verdict-of ${colour}` }, say(verdict)),
      ...columns.map(([name, text, striking]) =>
        make("td", { class: striking && figures[name] > 0 ? `number ${striking}` : "number" }, text(figures)),
      ),
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
    const numbers = (all) => all.map((figures) => stages.get(figures.stage).number).join(", ");
    const bad = experiment.stages.filter(broke);
    const exact = experiment.stages.filter((figures) => figures.state === "DONE" && !broke(figures));
    if (bad.length === 0) {
      return exact.length > 0 ? say("allExact") : "";
    }
    return say(exact.length > 0 ? "someBroke" : "allBroke", { stages: names(bad), exact: numbers(exact) });
  }

  return (experiment, over) => {
    present = experiment;
    element("result").hidden = false;
    element("result-title").textContent = say("experiment", { id: experiment.id });
    element("settings").textContent = say("settings", experiment.settings);
    element("markdown").href = `../api/lab/experiments/${experiment.id}/report.md?lang=${language}`;
    element("json").href = `../api/lab/experiments/${experiment.id}/report.json`;
    table(experiment.stages);
    chart(experiment);
    explain(experiment);
    element("verdict").textContent = over ? verdict(experiment) : "";
    element("verdict").className = experiment.stages.some(broke) ? "verdict bad" : "verdict good";
    element("environment").textContent = Object.entries(experiment.environment)
      .map(([name, value]) => `${say.has(name) ? say(name) : name}: ${value}`)
      .join(" · ");
  };
}
