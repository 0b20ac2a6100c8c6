import { linkOtherLanguage, translate } from "/shared/words.js";
import { call } from "/shared/api.js";
import { explain } from "/shared/problems.js";
import { actions } from "./actions.js";
import { chart, figure, rate } from "./charts.js";
import { crowd } from "./crowd.js";
import { byId } from "./dom.js";
import { Figures } from "./figures.js";
import { letters } from "./letters.js";
import { refunds } from "./refunds.js";
import { chosen, table } from "./sales.js";
import { say } from "./texts.js";

const EVERY_MILLIS = 1000;
const PATIENCE_MILLIS = 5000; // until a new sale is seen
const CHOSEN = "console-sale";
const MINUTES = "console-minutes";

translate(say);
document.title = say("title");
linkOtherLanguage(byId("language"));

const figures = new Figures();
const minutes = byId("minutes");
minutes.value = localStorage.getItem(MINUTES) ?? "15";

const line = (key, word, colour) => ({ key, word, colour });
const seconds = () => minutes.value * 60;
const draw = (title, ...lines) => chart(title, lines, seconds, figure);
const drawRate = (title, ...lines) => chart(title, lines, seconds, rate);
const stock = draw("stock", line("AVAILABLE", "available", "--green"), line("RESERVED", "reserved", "--amber"), line("SOLD", "sold", "--blue"));
const others = [
  drawRate(
    "purchases",
    line("ACCEPTED", "accepted", "--green"),
    line("SOLD_OUT", "soldOut", "--grey"),
    line("LIMIT_REACHED", "limitReached", "--blue"),
    line("REPLAYED", "replayed", "--teal"),
    line("BUSY", "busy", "--amber"),
    line("NOT_SELLING", "notSelling", "--violet"),
    line("FAILED", "failed", "--red"),
  ),
  drawRate("orders", line("STORED", "stored", "--green"), line("PAID", "paid", "--blue"), line("CANCELLED", "cancelled", "--amber")),
  draw("batch", line("BATCH", "purchasesInACall", "--violet")),
  draw("outbox", line("OUTBOX", "parcels", "--blue"), line("PENDING", "pending", "--amber")),
  draw("lag", line("LAG", "oldest", "--amber")),
  draw("wrong", line("DEAD", "letters", "--red"), line("DRIFT", "drift", "--violet")),
];
byId("stock-chart").append(stock.element);
byId("charts").append(...others.map(({ element }) => element));
for (const { element } of others) {
  element.classList.add("card");
}

let looking = Promise.resolve();
let sale = sessionStorage.getItem(CHOSEN) ?? undefined;
let expected = Date.now();
const choose = (id) => {
  sale = id;
  expected = Date.now() + PATIENCE_MILLIS;
  sessionStorage.setItem(CHOSEN, id);
  return look();
};
const salesTable = table(choose);
const buttons = actions(look, choose);
const simulated = crowd(() => sale);
const undelivered = letters(look);
const givenBack = refunds();

/** The sale to look at first: of those that have something to sell the one that opened first, else whatever stands above. */
function favourite(sales) {
  return sales.findLast(({ selling, available }) => selling && available > 0) ?? sales.find(({ selling }) => selling) ?? sales[0];
}

/** Shows how everything is now. One look at a time. */
function look() {
  looking = looking.then(show);
  return looking;
}

async function show() {
  try {
    await figures.fetch(sale);
    if (!figures.sales.some(({ id }) => id === sale) && figures.sales.length && Date.now() > expected) {
      sale = favourite(figures.sales).id;
      await figures.fetch(sale);
    }
    const known = figures.sales.find(({ id }) => id === sale);
    salesTable.show(figures.sales, sale);
    chosen(known);
    buttons.show(known);
    [stock, ...others].forEach((one) => one.show(figures));
    undelivered.show(figures.now("DEAD"));
    givenBack.look();
    trouble(figures.seconds.length && figures.now("OUTBOX") === null ? say("noRedis") : "");
  } catch (problem) {
    trouble(say("noServer", { why: explain(problem) }));
  }
}

function trouble(words) {
  const place = byId("trouble");
  if (place.textContent !== words) {
    place.textContent = words;
    place.hidden = !words;
  }
}

minutes.addEventListener("change", () => {
  localStorage.setItem(MINUTES, minutes.value);
  return look();
});

byId("logout").addEventListener("click", async () => {
  await call("POST", "/admin/logout");
  location.assign("/admin/login" + location.search);
});

/** Not while nobody looks: the server keeps what was missed. */
async function again() {
  if (!document.hidden) {
    await look();
    await simulated.look();
  }
  setTimeout(again, EVERY_MILLIS);
}
await again();
