// The crowd of the demo: simulated buyers, let loose on the chosen sale.

import { number } from "/shared/words.js";
import { ask } from "./dialogs.js";
import { byId, make } from "./dom.js";
import { figure } from "./charts.js";
import { server } from "./server.js";
import { say } from "./texts.js";

const whole = (value) => (value === "" ? null : Number(value));
const sum = (counts) => Object.values(counts).reduce((a, b) => a + b, 0);
const isActive = (crowd) => crowd?.state === "RUNNING" || crowd?.state === "DRAINING";

export function crowd(chosen) {
  const button = byId("crowd-button");
  let now;
  let there = true;

  function show(crowd) {
    const was = now?.state;
    now = crowd;
    button.textContent = say(isActive(now) ? "crowdStop" : "crowdStart");
    byId("crowd-now").hidden = !isActive(now);
    if (isActive(now)) {
      const progress = byId("crowd-progress");
      progress.max = now.buyers;
      progress.value = now.came;
      byId("crowd-progress-words").textContent = say(now.state, { came: number(now.came), buyers: number(now.buyers), sale: now.saleId });
    }
    if (now && (isActive(now) || was !== now.state)) {
      byId("crowd-result").replaceChildren(card(now));
    }
    if (was && was !== now.state && !isActive(now)) {
      byId("crowd-said").textContent = say("crowdOver", { accepted: number(now.accepted), oversold: figure(now.verdict?.oversold) });
    }
  }

  const start = async () => {
    const sale = chosen();
    const begun = await ask({
      title: say("crowd") + " · " + sale,
      text: say("crowdAsk"),
      verb: say("crowdVerb"),
      fields: [
        { name: "buyers", label: say("buyers"), type: "number", value: 2000, hint: say("buyersHint") },
        { name: "concurrency", label: say("concurrency"), type: "number", value: 100, hint: say("concurrencyHint") },
      ],
      act: ({ buyers, concurrency }) =>
        server("POST", "/crowd", { saleId: sale, buyers: whole(buyers), concurrency: whole(concurrency) }),
    });
    if (begun) {
      show(begun);
    }
  };

  button.addEventListener("click", async () => (isActive(now) ? show(await server("DELETE", "/crowd")) : start()));

  return {
    /** Looks how it is; only while there is one, or at first. Outside the demo there is none, ever. */
    async look() {
      if (!there || (now !== undefined && !isActive(now))) {
        return;
      }
      try {
        show(await server("GET", "/crowd"));
        byId("crowd").hidden = byId("lab").hidden = false; // the lab belongs to the demo too
      } catch (problem) {
        there = problem.status !== 404;
      }
    },
  };
}

/** Shows what became of a crowd. */
function card({ saleId, buyers, concurrency, accepted, rejected, errors, p50Millis, p99Millis, seconds, perSecond, verdict, trouble }) {
  const fact = (word, value, kind) => make("div", { "data-figure": word }, make("dt", {}, say(word)), make("dd", { class: kind ?? "" }, value));
  const counts = (word, counts, kind) =>
    make(
      "div",
      { "data-figure": word },
      make("dt", {}, say(word)),
      make(
        "dd",
        { class: kind ?? "" },
        number(sum(counts)),
        ...Object.entries(counts).map(([reason, count]) => make("small", { class: "quiet" }, `${say.has(reason) ? say(reason) : reason}: ${number(count)}`)),
      ),
    );
  return make(
    "div",
    {},
    make("h3", {}, say("crowdOf", { buyers: number(buyers), concurrency: number(concurrency), sale: saleId })),
    make(
      "dl",
      { class: "facts" },
      fact("accepted", number(accepted), "good"),
      counts("rejected", rejected),
      counts("errors", errors, sum(errors) ? "bad" : ""),
      fact("oversold", verdict ? number(verdict.oversold) : "…", verdict ? (verdict.oversold ? "bad" : "good") : "quiet"),
      fact("ordersInDatabase", verdict ? number(verdict.orders) : "…", verdict ? "" : "quiet"),
      fact("p50", say("millis", { count: figure(p50Millis) })),
      fact("p99", say("millis", { count: figure(p99Millis) })),
      fact("perSecond", number(perSecond)),
      fact("clicking", say("seconds", { count: figure(seconds) })),
      fact("untilLastOrder", verdict ? say("seconds", { count: figure(verdict.seconds) }) : "…", verdict ? "" : "quiet"),
    ),
    ...(trouble ? [make("p", { class: "bad" }, say("crowdTrouble"))] : []),
  );
}
