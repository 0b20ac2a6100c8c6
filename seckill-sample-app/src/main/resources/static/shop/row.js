// One order on the page.

import { explain } from "../shared/problems.js";
import { money, translate } from "../shared/words.js";
import { countdown, now } from "./clock.js";
import { announce, copy, enable, enabled, mark, show, write } from "./dom.js";
import { say } from "./texts.js";

const TIGHT = 60_000;
const RETRIES = 10;

/** Draws an order, with its buttons while there is something to decide. */
export class Row {
  #order;
  #orders;
  #sale;
  #told;

  /** @param sale returns the sale of the order, if it is known */
  constructor(order, orders, sale) {
    this.#order = order;
    this.#orders = orders;
    this.#sale = sale;
    this.element = copy("order");
    translate(say, this.element);
    this.#on(".pay", () => this.#do(() => orders.pay(order), "tooLateToPay"));
    this.#on(".cancel", () => this.#ask(true));
    this.#on(".no", () => this.#ask(false));
    this.#on(".yes", () => this.#do(() => orders.cancel(order), "tooLateToCancel"));
  }

  #find(selector) {
    return this.element.querySelector(selector);
  }

  #on(selector, deed) {
    const button = this.#find(selector);
    button.addEventListener("click", () => enabled(button) && deed());
  }

  #ask(sure) {
    show(this.#find(".sure"), sure);
    show(this.#find(".cancel"), !sure);
    this.#find(sure ? ".no" : ".cancel").focus();
  }

  /** Pays or cancels; again after a moment if the order is not written yet. */
  async #do(deed, tooLate) {
    this.#buttons(false);
    this.#say("moment");
    for (let tries = 0; ; tries++) {
      try {
        await deed();
        this.#say("");
        break;
      } catch (problem) {
        if (problem.retryAfterSeconds && tries < RETRIES) {
          await new Promise((resolve) => setTimeout(resolve, problem.retryAfterSeconds * 1000));
          continue;
        }
        this.#say(problem.status === 409 ? tooLate : "refused", { detail: explain(problem) });
        this.#orders.correct(this.#order, problem.body ?? {});
        break;
      }
    }
    this.#buttons(true);
  }

  #buttons(on) {
    this.element.querySelectorAll("button").forEach((button) => enable(button, on));
  }

  #say(key, parts) {
    write(this.#find(".message"), key && say(key, parts));
  }

  /** Draws it as it is now. */
  draw() {
    const { orderId, status, quantity, payBy, reason, title } = this.#order;
    const sale = this.#sale(this.#order.saleId);
    const left = Date.parse(payBy) - now();
    const unpaid = status === "UNPAID" && !(left <= 0);
    const state = say(status === "UNPAID" && !unpaid ? "late" : status);
    write(this.#find(".status span"), reason ? `${state} ${say.has(reason) ? say(reason) : reason}` : state);
    write(this.#find(".status time"), unpaid && payBy ? countdown(left) : "");
    write(this.#find(".id"), (sale ? "" : `${title}, `) + say(quantity > 1 ? "pieces" : "order", { id: orderId, quantity }));
    mark(this.element, "data-status", status);
    mark(this.element, "data-tight", unpaid && left < TIGHT);
    if (!unpaid && this.#find(".deeds").contains(document.activeElement)) {
      this.element.tabIndex = -1;
      this.element.focus(); // not lost with the buttons
    }
    show(this.#find(".deeds"), unpaid);
    const price = sale && sale.priceCents * quantity;
    write(this.#find(".pay"), price ? say("pay", { price: money(price) }) : say("payFree"));
    if (this.#told && status !== this.#told) {
      announce(`${title}: ${this.#find(".status").textContent}`);
    }
    this.#told = status;
  }
}
