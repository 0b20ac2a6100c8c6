// Dead letters: accepted purchases that could not be delivered, for the operator to decide.

import { language } from "/shared/words.js";
import { ask, show } from "./dialogs.js";
import { byId, make, row } from "./dom.js";
import { server } from "./server.js";
import { say } from "./texts.js";

const moment = new Intl.DateTimeFormat(language, { dateStyle: "short", timeStyle: "medium" });
const LOOK_EVERY_MILLIS = 5000;

export function letters(look) {
  const body = byId("letters").tBodies[0];
  const result = byId("letters-result");
  let count = 0;
  let looked = 0;

  async function decide(word, path, parts, id) {
    const answer = await ask({
      title: say(word),
      text: say(word + "Ask", parts),
      verb: say(word),
      act: () => server("POST", "/dead-letters" + path),
    });
    if (answer) {
      result.textContent = answer.outcome === "STORED" ? say("letterStored", parts) : say(word + "Done", { ...parts, ...answer });
      result.className = "good";
      await list();
      await look();
      (body.querySelector("button") ?? byId("letters-title")).focus();
    }
  }

  const facts = (letter) =>
    make(
      "dl",
      { class: "facts long" },
      ...Object.entries(letter).map(([key, value]) => make("div", {}, make("dt", {}, say("letter-" + key)), make("dd", {}, key === "when" ? moment.format(new Date(value)) : String(value)))),
    );

  const line = (letter) => {
    const { id, orderId = id, saleId = "–", buyerId = "–", lastError } = letter;
    const parts = { order: orderId };
    const button = (word, click) => make("button", { "aria-label": `${say(word)} ${orderId}`, "data-do": word, click }, say(word));
    return row(
      make("th", { scope: "row" }, orderId),
      saleId,
      buyerId,
      make("td", { class: "error" }, lastError),
      make(
        "td",
        { class: "actions" },
        button("inspect", () => show(say("letter") + " · " + orderId, facts(letter))),
        button("retry", () => decide("retry", `/${encodeURIComponent(id)}/retry`, parts)),
        button("refuse", () => decide("refuse", `/${encodeURIComponent(id)}/refuse`, parts)),
      ),
    );
  };

  async function list() {
    const found = await server("GET", "/dead-letters");
    count = found.length;
    looked = Date.now();
    body.replaceChildren(...found.map(line));
    body.closest(".scroll").hidden = !count;
    byId("letters-none").hidden = count > 0;
    byId("retry-all").disabled = !count;
  }

  byId("retry-all").addEventListener("click", () => decide("retryAll", "/retry", { count }));

  return {
    /** Lists them anew if their number is another, or some were decided about elsewhere. */
    show(dead) {
      if (dead !== null && Math.min(dead, 100) !== count && Date.now() - looked > LOOK_EVERY_MILLIS) {
        list().catch(() => {}); // tried again
      }
    },
  };
}
