// What the operator can do with sales. Everything is asked first, and its result told.

import { explain } from "/shared/problems.js";
import { language, number } from "/shared/words.js";
import { ask, show } from "./dialogs.js";
import { byId, make, row } from "./dom.js";
import { reconcile } from "./reconcile.js";
import { newKey, server } from "./server.js";
import { say } from "./texts.js";

const moment = new Intl.DateTimeFormat(language, { dateStyle: "short", timeStyle: "medium" });

const over = ({ state }) => state === "CLOSED" || state === "SETTLED";
const ended = (sale) => over(sale) || sale.serverTime >= sale.closes;

/** An instant as an input of the browser's time zone wants it. */
function local(instant) {
  const date = new Date(instant);
  return new Date(date - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const instant = (value) => (value ? new Date(value).toISOString() : null);
const whole = (value) => (value === "" ? null : Number(value));

/** Makes the buttons. After each change it is looked again; a new sale is chosen. */
export function actions(look, choose) {
  const result = byId("result");
  let sale;
  let about; // the sale that the result is about

  /** Asks, sends the change, and tells what came of it. */
  async function change(word, path, { body = () => undefined, done = word + "Done", ...more } = {}) {
    const { id } = sale;
    const answer = await ask({
      title: say(word) + " · " + id,
      text: say(word + "Ask", { id }),
      verb: say(word),
      act: (values) => server("POST", `/sales/${id}${path}`, body(values)),
      ...more,
    });
    if (answer) {
      tell(say(done, { id, ...numbers(answer) }));
      await look();
    }
  }

  function tell(words, id = sale.id) {
    about = id;
    result.textContent = `${new Date().toLocaleTimeString(language)} · ${words}`;
    result.className = "good";
  }

  const stock = () => {
    const key = newKey();
    return change("stock", "/stock", {
      fields: [{ name: "add", label: say("stockBy"), type: "number", step: 1, value: 10, hint: say("stockHint") }],
      body: ({ add }) => (Number(add) < 0 ? { withdraw: -Number(add), key } : { add: whole(add), key }),
    });
  };

  const extend = () =>
    change("extend", "/extend", {
      fields: [{ name: "closes", label: say("closes"), type: "datetime-local", value: local(sale.closes), hint: say("extendHint") }],
      body: ({ closes }) => ({ closes: instant(closes) }),
    });

  const history = async () => {
    const entries = await server("GET", `/sales/${sale.id}/audit`);
    const table = make(
      "table",
      {},
      make("thead", {}, row(...["when", "who", "what"].map((word) => make("th", { scope: "col" }, say(word))))),
      make("tbody", {}, ...entries.map(({ when, who, what }) => row(moment.format(new Date(when)), who, what))),
    );
    await show(say("history") + " · " + sale.id, entries.length ? make("div", { class: "scroll" }, table) : make("p", {}, say("historyNone")));
  };

  const create = async () => {
    const start = Date.now();
    const count = { type: "number", step: 1 };
    const made = await ask({
      title: say("create"),
      text: say("createAsk"),
      verb: say("createVerb"),
      fields: [
        { name: "id", label: say("saleId"), hint: say("saleIdHint") },
        { name: "title", label: say("saleTitle") },
        { name: "priceCents", label: say("priceCents"), ...count, value: 0 },
        { name: "total", label: say("total"), ...count, value: 100 },
        { name: "limit", label: say("limit"), ...count, value: 1 },
        { name: "opens", label: say("opens"), type: "datetime-local", value: local(start) },
        { name: "closes", label: say("closes"), type: "datetime-local", value: local(start + 3_600_000) },
        { name: "payWithinSeconds", label: say("payWithin"), ...count, value: 1800 },
      ],
      act: ({ id, title, priceCents, total, limit, opens, closes, payWithinSeconds }) =>
        server("POST", "/sales", {
          id,
          title,
          priceCents: whole(priceCents),
          total: whole(total),
          limit: whole(limit),
          opens: instant(opens),
          closes: instant(closes),
          payWithinSeconds: whole(payWithinSeconds),
        }),
    });
    if (made) {
      tell(say("createDone", { id: made.id, total: number(made.total) }), made.id);
      await choose(made.id);
    }
  };

  const pause = () => (sale.state === "PAUSED" ? change("resume", "/resume") : change("pause", "/pause"));
  const close = () => change("close", "/close", { phrase: sale.id });
  const settle = () => change("settle", "/settle", { phrase: sale.id });
  const rebuild = () => change("rebuild", "/rebuild", { phrase: sale.id });
  const compare = async () => {
    const done = await reconcile(sale, ended(sale) || sale.state === "PAUSED");
    if (done) {
      tell(done);
      await look();
    }
  };

  const buttons = { pause, stock, extend, compare, rebuild, close, settle, history };
  for (const [word, click] of Object.entries(buttons)) {
    byId("actions").append(make("button", { id: "do-" + word, click: ({ currentTarget }) => usable(currentTarget) && click().catch(refused) }, say(word)));
  }
  byId("create").addEventListener("click", () => create().catch(refused));

  function refused(problem) {
    result.textContent = say("refused", { why: explain(problem) });
    result.className = "bad";
  }

  return {
    show(chosen) {
      if (chosen && chosen.id !== about) {
        result.textContent = "";
        about = chosen.id;
      }
      sale = chosen;
      if (sale) {
        byId("do-pause").textContent = say(sale.state === "PAUSED" ? "resume" : "pause");
        enable({
          pause: sale.state === "OPEN" || sale.state === "PAUSED",
          stock: !over(sale),
          extend: !over(sale),
          rebuild: sale.state !== "OPEN" && sale.state !== "SETTLED",
          close: !over(sale),
          settle: sale.state === "CLOSED" || (ended(sale) && sale.state !== "SETTLED"),
        });
      }
    },
  };
}

const usable = (button) => button.getAttribute("aria-disabled") !== "true";

/** A button that cannot be used keeps the focus, if it has it. */
function enable(buttons) {
  for (const [word, usable] of Object.entries(buttons)) {
    byId("do-" + word).setAttribute("aria-disabled", !usable);
  }
}

const numbers = (answer) =>
  Object.fromEntries(Object.entries(answer.sale ?? answer).filter(([, value]) => typeof value === "number").map(([key, value]) => [key, number(value)]));
