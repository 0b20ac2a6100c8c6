import { server } from "./server.js";

const MILLIS = 15 * 60 * 1000;

/** The figures of the last 15 minutes, as columns; they are asked for again and again, each time only what is new. */
export class Figures {
  sales = [];
  #sale;
  #at = [];
  #columns = {};

  /** Fetches what is new, and of another sale than before all that there is. */
  async fetch(sale) {
    const same = sale === this.#sale;
    const since = same ? (this.#at.at(-1) ?? 0) : 0;
    const asked = new URLSearchParams(sale === undefined ? { since } : { since, sale });
    const { sales, at, figures, available, reserved, sold } = await server("GET", "/figures?" + asked);
    const columns = { ...figures, AVAILABLE: available, RESERVED: reserved, SOLD: sold };
    const from = at.length ? at.at(-1) - MILLIS : 0;
    const old = same ? this.#at.findIndex((instant) => instant >= from) : -1;
    const keep = (values, more) => (old < 0 ? more : [...values.slice(old), ...more]);
    if (at.length || !same) {
      for (const [key, more] of Object.entries(columns)) {
        this.#columns[key] = keep(this.#columns[key] ?? [], more);
      }
      this.#at = keep(this.#at, at);
    }
    this.#sale = sale;
    this.sales = sales;
  }

  /** Seconds since 1970. */
  get seconds() {
    return this.#at.map((millis) => millis / 1000);
  }

  column(key) {
    return this.#columns[key] ?? [];
  }

  /** Returns the newest value, null if there is none. */
  now(key) {
    return this.column(key).at(-1) ?? null;
  }
}
