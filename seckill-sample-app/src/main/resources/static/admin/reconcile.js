// Comparing gate and database: first what differs, then, of a sale that rests, what would mend it, then the repair.

import { explain } from "/shared/problems.js";
import { number } from "/shared/words.js";
import { show } from "./dialogs.js";
import { byId, make, row } from "./dom.js";
import { server } from "./server.js";
import { say } from "./texts.js";

const list = (items) => make("ul", {}, ...items.map((item) => make("li", {}, item)));

/** Shows what differs. */
function report({ clean, differences, unnamed, notCompared }) {
  const rows = differences.map(({ kind, orderIds, figures }) => {
    const orders = orderIds.map((id) => make("code", {}, id));
    return row(make("th", { scope: "row" }, say(kind)), make("td", { class: "orders" }, ...(orders.length ? orders : [figures])));
  });
  return [
    make("p", { class: clean ? "good" : "bad" }, say(clean ? "clean" : "differs")),
    ...(rows.length ? [make("table", { class: "drifts" }, make("tbody", {}, ...rows))] : []),
    ...(unnamed ? [make("p", {}, say("unnamed", { count: number(unnamed) }))] : []),
    ...(notCompared.length ? [make("p", { class: "quiet" }, say("notCompared")), list(notCompared)] : []),
  ];
}

/**
 * Compares a sale, and repairs it if the operator wants to.
 *
 * @param rests whether the sale may be repaired
 * @returns what was done in words; undefined if nothing was
 */
export async function reconcile({ id }, rests) {
  let done;
  const place = make("div", { role: "status" }, make("p", {}, say("looking")));
  const closed = show(say("compare") + " · " + id, place);
  const fill = async (content) => {
    try {
      place.replaceChildren(...(await content()));
    } catch (problem) {
      place.append(make("p", { class: "bad" }, say("refused", { why: explain(problem) })));
    }
  };

  const repair = async ({ currentTarget: button }) => {
    button.disabled = true;
    await fill(async () => {
      const { steps, left } = await server("POST", `/sales/${id}/repair?dryRun=false`);
      done = say("repaired", { count: steps.length, id });
      return [make("p", {}, say("didSteps")), list(steps), ...report(left)];
    });
    byId("dialog").querySelector(".actions button").focus();
  };

  await fill(async () => {
    const found = await server("GET", `/sales/${id}/reconciliation`);
    if (found.clean || !rests) {
      return [...report(found), ...(found.clean ? [] : [make("p", { class: "warn" }, say("pauseFirst"))])];
    }
    const { steps } = await server("POST", `/sales/${id}/repair?dryRun=true`);
    return [
      ...report(found),
      make("p", {}, say("wouldDo")),
      steps.length ? list(steps) : make("p", { class: "quiet" }, say("nothingToDo")),
      ...(steps.length ? [make("button", { id: "repair", class: "primary", click: repair }, say("repair"))] : []),
    ];
  });
  await closed;
  return done;
}
