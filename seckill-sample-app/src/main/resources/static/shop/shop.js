// The buyer's page: what is on sale, who is here, and what they hold.

import { call } from "../shared/api.js";
import { explain } from "../shared/problems.js";
import { language, linkOtherLanguage, translate } from "../shared/words.js";
import { Card, phase } from "./card.js";
import { learn, now } from "./clock.js";
import { show, write } from "./dom.js";
import { listenToTabs, Memory, remember } from "./memory.js";
import { Orders } from "./orders.js";
import { Tokens } from "./purchase.js";
import { Row } from "./row.js";
import { say } from "./texts.js";
import { callOf, leadToLogin, listen, showWho } from "./who.js";

const SECOND = 1000;
const FRAME = 200;
const SOON = 15 * SECOND;
const TOKEN_LEAD = 4 * SECOND + Math.random() * 6 * SECOND; // not everybody at once

const list = document.getElementById("sales");
const clock = new Intl.DateTimeFormat(language, { timeStyle: "medium", hourCycle: "h23" });
const cards = new Map();
let rows = new Map();
let me;
let visitor = {};
let met; // the promise that we know who is here
let timer;
let trouble = 0;

/** Begins anew for whoever is here now; again at the next look if we do not hear who that is. */
function meet() {
  met = begin();
  met.catch(() => (met = undefined));
  return met;
}

async function begin() {
  me = await call("GET", "api/me");
  remember(me.buyer);
  visitor.orders?.stop();
  visitor.gone = true;
  const replaced = visitor.buyer && me.buyer && visitor.buyer !== me.buyer; // in another tab
  visitor = { buyer: me.buyer, logIn, news: replaced ? say("replaced", { buyer: me.buyer }) : "" };
  rows.forEach((row) => row.element.remove());
  rows = new Map();
  if (me.buyer) {
    visitor.call = callOf(me.buyer, meet);
    visitor.tokens = new Tokens(visitor.call, me.tokenRequired);
    visitor.memory = new Memory(me.buyer);
    visitor.orders = new Orders(visitor.call, visitor.memory, drawOrders);
  }
  showWho(me);
  complain(visitor.news);
  const sales = [...cards.values()].map((card) => card.sale);
  cards.forEach((card) => card.element.remove());
  cards.clear();
  place(sales);
  drawOrders();
}

/** Somebody must log in; or log in again, if we thought they had. */
async function logIn(saleId) {
  if (me.buyer) {
    await meet();
  }
  leadToLogin(saleId);
}

/** Puts a card for each sale on the page. The order is that of the first look, so that nothing jumps. */
function place(sales) {
  const added = sales
    .filter(({ id }) => !cards.has(id))
    .sort((a, b) => rank(a) - rank(b) || a.opens.localeCompare(b.opens) || a.id.localeCompare(b.id));
  for (const sale of added) {
    const card = new Card(sale, visitor);
    cards.set(sale.id, card);
    list.append(card.element);
  }
  for (const sale of sales) {
    cards.get(sale.id).sale = sale;
  }
  const ids = new Set(sales.map(({ id }) => id));
  const gone = [...cards.keys()].filter((id) => !ids.has(id));
  for (const id of gone) {
    cards.get(id).element.remove();
    cards.delete(id);
  }
  if (added.length || gone.length) {
    drawOrders();
  }
}

function rank(sale) {
  return ["selling", "before", "paused", "soldOut", "over"].indexOf(phase(sale, now()));
}

/** Puts every order below its sale, or among the others if that is not on the page. */
function drawOrders() {
  const orders = visitor.orders?.list() ?? [];
  const other = document.querySelector("#other .orders");
  for (const order of orders.toReversed()) {
    if (!rows.has(order.orderId)) {
      rows.set(order.orderId, new Row(order, visitor.orders, (saleId) => cards.get(saleId)?.sale));
    }
    const { element } = rows.get(order.orderId);
    const home = cards.get(order.saleId)?.orders ?? other;
    if (element.parentElement !== home) {
      home.prepend(element);
    }
  }
  const ids = new Set(orders.map(({ orderId }) => orderId));
  for (const [id, row] of rows) {
    if (!ids.has(id)) {
      row.element.remove();
      rows.delete(id);
    }
  }
  show(document.getElementById("other"), other.childElementCount > 0);
  draw();
}

function draw() {
  const at = now();
  if (!Number.isNaN(at)) {
    write(document.querySelector("#clock time"), clock.format(at));
  }
  for (const card of cards.values()) {
    card.draw();
    const left = Date.parse(card.sale.opens) - at;
    if (me?.tokenRequired && me.buyer && left > 0 && left < TOKEN_LEAD) {
      visitor.tokens.of(card.sale.id).catch(() => {}); // asked for again by the purchase
    }
  }
  rows.forEach((row) => row.draw());
}

/** Asks for all sales, and so for the stock and the time. */
async function ask() {
  const sent = performance.now();
  const sales = await call("GET", "api/sales");
  if (sales.length) {
    learn(sent, performance.now(), sales[0].serverTime);
  }
  return sales;
}

async function look() {
  let pause;
  try {
    const [sales] = await Promise.all([ask(), met ?? meet()]);
    trouble = 0;
    place(sales);
    show(document.getElementById("none"), !sales.length);
    pause = pace(sales);
  } catch (problem) {
    trouble = Math.min(4, trouble + 1);
    pause = Math.max((problem.retryAfterSeconds ?? 0) * SECOND, SECOND * 2 ** trouble);
  }
  complain(trouble > 1 ? say("trouble") : (visitor.news ?? ""));
  draw();
  clearTimeout(timer);
  if (!document.hidden) {
    timer = setTimeout(look, pause * (0.9 + Math.random() * 0.2)); // not everybody at once
  }
}

function complain(text) {
  const element = document.getElementById("trouble");
  write(element, text);
  show(element, text);
}

/** Returns the pause until the next look: short while something sells or is about to. */
function pace(sales) {
  const at = now();
  const busy = sales.some((sale) => {
    const is = phase(sale, at);
    return is === "selling" || (is === "before" && Date.parse(sale.opens) - at < SOON);
  });
  return (busy ? 1.5 : 4) * SECOND;
}

translate(say);
document.title = say("shop");
linkOtherLanguage(document.getElementById("language"));
listen(async (change) => {
  try {
    await change(me, visitor.call);
    await meet();
  } catch (problem) {
    complain(say("refused", { detail: explain(problem) }));
  }
});
document.addEventListener("visibilitychange", () => {
  visitor.orders?.seen(!document.hidden);
  if (!document.hidden) {
    look();
  }
});
listenToTabs(() => {
  visitor.orders?.seen(false);
  visitor.orders?.seen(!document.hidden);
});
setInterval(draw, FRAME);
look();
