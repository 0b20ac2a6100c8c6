// One sale on the page, with what its buyer can do and holds.

import { explain } from "../shared/problems.js";
import { language, money, number, translate } from "../shared/words.js";
import { countdown, now } from "./clock.js";
import { announce, copy, enable, enabled, mark, show, write } from "./dom.js";
import { purchase, wish } from "./purchase.js";
import { say } from "./texts.js";

const SECOND = 1000;
const TOO_OLD = 600 * SECOND;
const FAR = 3 * 24 * 3600 * SECOND; // a date says more then
const STOPPABLE = ["busy", "away"]; // nothing is taken then
const moment = new Intl.DateTimeFormat(language, { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const farMoment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });

/** Returns a word and a time: in how long it is, or when, if that is days away. */
function ahead(inHowLong, when, instant, at) {
  const left = Date.parse(instant) - at;
  return left > FAR ? [say(when), farMoment.format(at + left)] : [say(inHowLong), countdown(left)];
}

/** Returns what a sale does at an instant. */
export function phase(sale, at) {
  if (sale.state === "CLOSED" || sale.state === "SETTLED" || at >= Date.parse(sale.closes)) {
    return "over";
  }
  if (sale.state !== "OPEN") {
    return "paused";
  }
  if (at < Date.parse(sale.opens)) {
    return "before";
  }
  return sale.available > 0 ? "selling" : "soldOut";
}

/** Draws a sale, and buys. */
export class Card {
  #visitor;
  #was = {}; // when it was drawn last
  #asking = false; // from the click until the answer
  #resting = false; // from the click on for a second, and until the answer: a double click is one
  #waiting; // { why, until, stop } while it will be asked again

  /**
   * @param sale the first state of the sale; give later ones to "sale"
   * @param visitor who looks: logIn(sale id), gone once somebody else looks; and of a buyer buyer, call, tokens, memory and orders
   */
  constructor(sale, visitor) {
    this.sale = sale;
    this.#visitor = visitor;
    this.element = copy("sale");
    this.element.id = `sale-${sale.id}`;
    this.#find("h3").id = `${this.element.id}-title`;
    mark(this.element, "aria-labelledby", `${this.element.id}-title`);
    mark(this.#find(".primary"), "aria-describedby", `${this.element.id}-title`);
    translate(say, this.element);
    write(this.#find("h3"), sale.title);
    const price = sale.priceCents ? money(sale.priceCents) : say("free");
    write(this.#find(".price"), price);
    mark(this.#find(".price"), "data-long", price.length > 6);
    this.#find(".quantity input").addEventListener("input", () => this.draw());
    this.#find(".stop").addEventListener("click", () => this.#waiting?.stop());
    this.#find(".buy").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#click();
    });
    this.#resume();
  }

  #find(selector) {
    return this.element.querySelector(selector);
  }

  get #quantity() {
    return this.#find(".quantity input").valueAsNumber || 1;
  }

  get #free() {
    return this.sale.limit - (this.#visitor.orders?.held(this.sale.id) ?? 0);
  }

  /** Goes on with a purchase that a reload interrupted. */
  #resume() {
    const interrupted = this.#visitor.memory?.wish(this.sale.id);
    if (interrupted && Date.now() - interrupted.since < TOO_OLD) {
      this.#buy(interrupted);
    }
  }

  #click() {
    if (!enabled(this.#find(".primary"))) {
      return;
    }
    if (!this.#visitor.buyer) {
      this.#visitor.logIn(this.sale.id);
      return;
    }
    this.#buy(wish(this.sale.id, this.#quantity));
  }

  async #buy(asked) {
    const { orders, memory } = this.#visitor;
    this.#asking = this.#resting = true;
    this.#say("");
    this.draw();
    const rest = new Promise((resolve) => setTimeout(resolve, SECOND));
    try {
      const order = await purchase(asked, this.#visitor, (kept) => memory.keepWish(kept), (why, seconds) => this.#wait(why, seconds));
      if (order) {
        this.#say("");
        announce(say("accepted", { title: this.sale.title }));
        orders.add({ ...order, saleId: this.sale.id, title: this.sale.title });
        this.#find(".quantity input").value = "1";
      } else if (!this.#visitor.gone) {
        this.#say("stopped");
      }
    } catch (problem) {
      this.#explain(problem, asked);
    }
    if (!this.#visitor.gone) {
      memory.forgetWish(this.sale.id); // else it goes on when that buyer is back
    }
    this.#asking = false;
    this.draw();
    await rest;
    this.#resting = false;
    this.draw();
  }

  /** Shows why it will be asked again, and when. Returns whether to go on. */
  async #wait(why, seconds) {
    const goOn = await new Promise((resolve) => {
      this.#waiting = { why, until: performance.now() + seconds * SECOND, stop: () => resolve(false) };
      setTimeout(() => resolve(true), seconds * SECOND);
      this.#say(why, {}, "warn");
      this.draw();
    });
    this.#waiting = undefined;
    return goOn && !this.#visitor.gone;
  }

  /** Says why nothing was bought, and shows the orders that the answer names. */
  #explain(problem, asked) {
    if (problem.status === 401) {
      this.#visitor.logIn(this.sale.id);
      this.#say("logInFirst", {}, "warn");
      return;
    }
    const { reason, orderIds = [] } = problem.body;
    orderIds.forEach((orderId) => {
      this.#visitor.orders.add({ orderId, saleId: this.sale.id, title: this.sale.title });
    });
    const key =
      (reason === "SOLD_OUT" && asked.quantity > 1 && "fewer") || (reason === "LIMIT_REACHED" && !orderIds.length && "tooMany");
    const known = ["SOLD_OUT", "LIMIT_REACHED", "NOT_STARTED", "PAUSED", "ENDED", "RELEASED", "UNKNOWN_SALE"].includes(reason);
    this.#say(key || (known ? reason : "refused"), { detail: explain(problem) }, "warn");
  }

  #say(key, parts = {}, tone = "quiet") {
    const message = this.#find(".message");
    const text = key && say(key, parts);
    if (text && message.textContent !== text) {
      announce(text);
    }
    write(message, text);
    mark(message, "class", `message ${tone}`);
  }

  /** Draws the sale as it is now. */
  draw() {
    const at = now();
    const is = phase(this.sale, at);
    const free = this.#free;
    if (this.#was.phase === "before" && is === "selling") {
      announce(say("openNow", { title: this.sale.title }));
    }
    if (free > this.#was.free || (is === "selling" && this.#was.phase === "soldOut")) {
      this.#say(""); // what was said is not so any more
    }
    this.#was = { phase: is, free };
    mark(this.element, "data-phase", is);
    write(this.#find(".state"), say(is));
    this.#drawTime(is, at);
    this.#drawStock(is);
    this.#drawButton(is, at, free);
  }

  #drawTime(is, at) {
    const { opens, closes } = this.sale;
    const time = this.#find(".when time");
    const [word, text] = {
      before: [say("opens"), (Date.parse(opens) - at > FAR ? farMoment : moment).format(Date.parse(opens))],
      over: [say("ended"), ""],
    }[is] ?? ahead("endsIn", "ends", closes, at);
    const until = is === "before" ? opens : closes;
    write(this.#find(".when span"), word);
    write(time, text);
    mark(time, "datetime", until);
  }

  #drawStock(is) {
    const { available, total, limit } = this.sale;
    const track = this.#find(".track");
    mark(track, "aria-valuemax", total);
    mark(track, "aria-valuenow", available);
    track.firstElementChild.style.inlineSize = `${(100 * available) / total}%`;
    mark(this.#find(".stock"), "data-few", available > 0 && available <= total / 10);
    const left = say("left", { count: number(available), total: number(total) });
    write(this.#find(".left"), `${left} · ${say("limit", { limit })}`);
    show(this.#find(".stock"), is !== "over");
  }

  #drawButton(is, at, free) {
    const button = this.#find(".primary");
    const quantity = this.#find(".quantity input");
    mark(quantity, "max", Math.max(1, free));
    show(this.#find(".quantity"), free > 1 && is !== "over" && !!this.#visitor.buyer);
    show(this.#find(".buy"), is !== "over" || this.#asking);
    show(this.#find(".stop"), STOPPABLE.includes(this.#waiting?.why));
    const [text, acts] = this.#button(is, at, free);
    write(button, text);
    enable(button, acts && !this.#resting);
  }

  /** Returns what stands on the button, and whether it acts. */
  #button(is, at, free) {
    if (this.#waiting) {
      return [say("again", { seconds: Math.ceil((this.#waiting.until - performance.now()) / SECOND) }), false];
    }
    if (this.#asking) {
      return [say("asking"), false];
    }
    if (this.#visitor.buyer && free < 1) {
      return [say("yours"), false];
    }
    if (is === "before") {
      return [ahead("opensIn", "opens", this.sale.opens, at).join(" "), false];
    }
    if (is !== "selling") {
      return [say(is), false];
    }
    if (!this.#visitor.buyer) {
      return [say("logInToBuy"), true];
    }
    const price = this.sale.priceCents * this.#quantity;
    return [price ? say("buyFor", { price: money(price) }) : say("buy"), true];
  }

  /** The list in which the orders of this sale stand. */
  get orders() {
    return this.#find(".orders");
  }
}
