// The table of sales, and the one that was chosen.

import { call } from "/shared/api.js";
import { language, number } from "/shared/words.js";
import { byId, make, row } from "./dom.js";
import { say } from "./texts.js";

const moment = new Intl.DateTimeFormat(language, { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const otherYear = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });
const titles = new Map();

/** Writes an instant, with its year if that is not this one. */
function date(instant) {
  const then = new Date(instant);
  return (then.getFullYear() === new Date().getFullYear() ? moment : otherYear).format(then);
}

/** Writes when a sale opens and closes. */
const duration = ({ opens, closes }) => `${date(opens)} – ${date(closes)}`;

/** Names what a sale is doing: the operator's decision, or where it stands in its window. */
function state({ state, selling, available, opens, serverTime }) {
  if (selling) {
    return available > 0 ? "SELLING" : "ALL_HELD";
  }
  if (state !== "OPEN") {
    return state;
  }
  return serverTime < opens ? "SOON" : "ENDED";
}

/** Learns the titles of sales, if there are new ones. */
async function learn(sales) {
  if (sales.some(({ id }) => !titles.has(id))) {
    sales.forEach(({ id }) => titles.set(id, ""));
    (await call("GET", "/api/sales")).forEach(({ id, title }) => titles.set(id, title));
  }
}

/** Makes the table, whose rows stay where they are while their figures change. */
export function table(choose) {
  const body = byId("sales").tBodies[0];
  const rows = new Map();
  const add = ({ id }) => {
    const button = make("button", { class: "link", "data-sale": id, click: () => choose(id) }, id);
    const title = make("small", { class: "quiet" });
    const cells = ["chip", "number wide", "number", "number wide", "number wide", "number", "wide quiet"].map((kind) =>
      kind === "chip" ? make("td", {}, make("span", { class: "chip" })) : make("td", { class: kind }),
    );
    const element = row(make("th", { scope: "row" }, button, title), ...cells);
    rows.set(id, { element, button, title, cells });
    return rows.get(id);
  };
  return {
    show(sales, chosen) {
      learn(sales).catch(() => {}); // a sale without its title is a sale, too
      const order = sales.map((sale) => {
        const { element, button, title, cells } = rows.get(sale.id) ?? add(sale);
        button.setAttribute("aria-pressed", sale.id === chosen);
        element.classList.toggle("now", sale.id === chosen);
        title.textContent = titles.get(sale.id) ?? "";
        chip(cells[0].firstChild, sale);
        [sale.total, sale.available, sale.reserved, sale.sold].forEach((count, i) => (cells[i + 1].textContent = number(count)));
        cells[5].textContent = sale.drift === undefined ? "–" : number(sale.drift);
        cells[5].classList.toggle("bad", sale.drift > 0);
        cells[6].textContent = duration(sale);
        return element;
      });
      if (order.length !== body.children.length || order.some((element, i) => body.children[i] !== element)) {
        body.replaceChildren(...order);
      }
    },
  };
}

function chip(element, sale) {
  element.textContent = say(state(sale));
  element.dataset.state = state(sale);
}

/** Shows the chosen sale. */
export function chosen(sale) {
  byId("chosen").hidden = !sale;
  if (!sale) {
    return;
  }
  const { id, total, available, reserved, sold, limit } = sale;
  byId("chosen-title").textContent = titles.get(id) ? `${id} · ${titles.get(id)}` : id;
  chip(byId("chosen-state"), sale);
  const facts = { total, available, reserved, sold };
  byId("stock").replaceChildren(
    ...Object.entries(facts).map(([word, count]) => make("div", {}, make("dt", {}, say(word)), make("dd", { "data-figure": word }, number(count)))),
  );
  const bar = byId("stock-bar");
  bar.setAttribute("aria-label", say("stockBar", facts));
  for (const part of bar.children) {
    part.style.width = `${(facts[part.className] / total) * 100}%`;
  }
  byId("chosen-window").textContent = say("windowAndLimit", { window: duration(sale), limit });
}
