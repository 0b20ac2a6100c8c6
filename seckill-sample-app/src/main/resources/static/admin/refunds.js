// Refunds: payments that came after the order was cancelled, and were given back. There is nothing to decide.

import { language, money } from "/shared/words.js";
import { byId, make, row } from "./dom.js";
import { server } from "./server.js";

const LOOK_EVERY_MILLIS = 5000;
const SHOWN = 10;
const moment = new Intl.DateTimeFormat(language, { dateStyle: "short", timeStyle: "medium" });

const line = ({ orderId, saleId, buyerId, amountCents, refunded }) =>
  row(make("th", { scope: "row" }, orderId), saleId, buyerId, make("td", { class: "number" }, money(amountCents)), moment.format(new Date(refunded)));

export function refunds() {
  const body = byId("refunds").tBodies[0];
  let looked = 0;
  let newest;

  async function list() {
    const found = (await server("GET", "/refunds")).slice(0, SHOWN);
    const now = JSON.stringify(found);
    if (now !== newest) {
      newest = now;
      body.replaceChildren(...found.map(line));
      body.closest(".scroll").hidden = !found.length;
      byId("refunds-none").hidden = found.length > 0;
    }
  }

  return {
    /** Lists the newest, if it has been a while. */
    look() {
      if (Date.now() - looked > LOOK_EVERY_MILLIS) {
        looked = Date.now();
        list().catch(() => {}); // tried again
      }
    },
  };
}
