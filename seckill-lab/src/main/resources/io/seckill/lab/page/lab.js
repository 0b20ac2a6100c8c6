import { call, Problem } from "../shared/api.js";
import { explain } from "../shared/problems.js";
import { dictionary, language, linkOtherLanguage, translate } from "../shared/words.js";
import { make } from "./elements.js";
import { build, fillIn, settings } from "./form.js";
import { results } from "./result.js";
import { texts } from "./texts.js";

const POLL_MS = 500;
const API = "../api/lab";
const WHO = { "X-Buyer-Id": "lab" }; // who posts must be somebody

const say = dictionary(texts);
const element = (id) => document.getElementById(id);
const form = element("form");
const run = form.querySelector("[type=submit]");
const stop = element("stop");

translate(say);
document.title = say("title");
linkOtherLanguage(element("language"));

const look = () => call("GET", `${API}?lang=${language}`);
const lab = await look();
const stages = new Map(lab.stages.map((stage) => [stage.id, stage]));
const show = results(stages, say, language);
let watched = null;

element("lead").textContent = say("lead", { count: lab.stages.length, broken: lab.stages.filter(({ broken }) => broken).length });
build(lab.stages, say);
list(lab.experiments);
if (lab.experiments.length > 0) {
  open(lab.experiments[0].id);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  tell("");
  run.disabled = true;
  try {
    const experiment = await call("POST", `${API}/experiments`, settings(), WHO);
    watch(experiment);
    stop.focus(); // the other button cannot keep it
  } catch (problem) {
    run.disabled = false;
    tell(explain(problem));
  }
});

stop.addEventListener("click", async () => {
  await call("POST", `${API}/experiments/${watched}/stop`, undefined, WHO).catch((problem) => tell(explain(problem)));
});

/** Shows an earlier experiment and its settings. */
async function open(id) {
  try {
    const experiment = await call("GET", `${API}/experiments/${id}`);
    fillIn(experiment.settings);
    watch(experiment);
  } catch (problem) {
    tell(explain(problem));
  }
}

/** Shows an experiment, and how it goes on until it is over or another one is opened. */
async function watch(first) {
  watched = first.id;
  let experiment = first;
  while (watched === first.id) {
    const over = !["STARTING", "RUNNING"].includes(experiment.state);
    enable(over);
    show(experiment, over);
    status(progress(experiment));
    if (over) {
      list((await look()).experiments);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    try {
      experiment = await call("GET", `${API}/experiments/${first.id}`);
    } catch (problem) {
      tell(explain(problem));
      if (problem instanceof Problem) {
        run.disabled = false;
        return; // it is forgotten
      }
    }
  }
}

/** Either button can be pressed; the focus goes along. */
function enable(over) {
  const focused = document.activeElement === stop;
  run.disabled = !over;
  stop.disabled = over;
  if (over && focused) {
    run.focus();
  }
}

function progress(experiment) {
  if (experiment.state === "FAILED") {
    return say("brokeDown", experiment);
  }
  if (experiment.state !== "RUNNING") {
    return say(experiment.state.toLowerCase());
  }
  const index = experiment.stages.findIndex((figures) => ["PREPARING", "RUNNING"].includes(figures.state));
  const present = experiment.stages[Math.max(0, index)];
  const { number, name } = stages.get(present.stage);
  return say(present.state === "RUNNING" ? "running" : "preparing", {
    stage: `${number} ${name}`,
    number: Math.max(0, index) + 1,
    count: experiment.stages.length,
  });
}

function list(experiments) {
  const numbers = (ids) => ids.map((id) => stages.get(id).number).join(", ");
  element("none").hidden = experiments.length > 0;
  element("earlier").replaceChildren(
    ...experiments.map((experiment) => {
      const button = make("button", { type: "button" }, say("show", { id: experiment.id, stages: numbers(experiment.stages) }));
      button.addEventListener("click", () => open(experiment.id));
      const broke = experiment.broke.length > 0;
      return make(
        "li",
        {},
        button,
        " ",
        make("span", { class: broke ? "bad" : "good" }, broke ? say("brokeShort", { stages: numbers(experiment.broke) }) : say("nobodyBroke")),
        " ",
        make("time", { datetime: experiment.started, class: "quiet" }, new Date(experiment.started).toLocaleTimeString(language)),
      );
    }),
  );
}

/** Says it once: a screen reader reads every change. */
function status(text) {
  if (element("status").textContent !== text) {
    element("status").textContent = text;
  }
}

function tell(text) {
  element("trouble").textContent = text;
}
