// A buyer's orders, as the server knows them: told by server-sent events, and asked for where those do not come.

import { now } from "./clock.js";

const SECOND = 1000;
const MAX_STREAMS = 2; // a browser has six connections for all tabs of a shop
const CHANGING = ["QUEUED", "UNPAID"];

/** All orders of one buyer that this browser remembers. */
export class Orders {
  #call;
  #memory;
  #changed;
  #all = new Map();
  #streams = 0;
  #stopped = false;

  /**
   * @param call the buyer's
   * @param changed is called with an order whenever there is news of it
   */
  constructor(call, memory, changed) {
    this.#call = call;
    this.#memory = memory;
    this.#changed = changed;
    for (const { orderId, saleId, title } of memory.orders()) {
      this.#all.set(orderId, { orderId, saleId, title });
    }
    this.#all.forEach((order) => this.#watch(order));
  }

  /** Returns the orders of which something is known, the newest first. */
  list() {
    return [...this.#all.values()].filter(({ status }) => status);
  }

  /** Returns how many pieces of a sale the buyer holds. */
  held(saleId) {
    return this.list()
      .filter((order) => order.saleId === saleId && [...CHANGING, "PAID"].includes(order.status))
      .reduce((sum, { quantity }) => sum + quantity, 0);
  }

  /** Takes an order in, if it is not there already; a status that is known is shown at once. */
  add(order) {
    if (this.#all.has(order.orderId)) {
      return;
    }
    this.#memory.addOrder({ orderId: order.orderId, saleId: order.saleId, title: order.title });
    this.#all = new Map([[order.orderId, order], ...this.#all]);
    if (order.status) {
      this.#changed(order);
    }
    this.#watch(order);
  }

  async pay(order) {
    this.#take(order, await this.#call("POST", `${url(order)}/payment`, { paymentId: `page-${order.orderId}` }));
  }

  async cancel(order) {
    this.#take(order, await this.#call("DELETE", url(order)));
  }

  /** Takes what a Problem says about an order. */
  correct(order, { status, reason }) {
    if (status) {
      this.#take(order, { status, reason, payBy: status === "UNPAID" ? order.payBy : undefined });
    }
  }

  #take(order, news) {
    if (settled(order)) {
      return; // an old answer that comes late
    }
    Object.assign(order, { payBy: undefined, reason: undefined }, news);
    this.#changed(order);
    order.again?.();
  }

  /** Looks at an order until nothing can change any more, while the page can be seen. */
  #watch(order) {
    let timer;
    let trouble = 0;
    order.again = () => {
      clearTimeout(timer);
      if (this.#stopped || settled(order)) {
        this.#close(order);
      } else if (!document.hidden) {
        this.#open(order);
        timer = setTimeout(look, pace(order) * 2 ** trouble);
      }
    };
    const look = async () => {
      try {
        const news = await this.#call("GET", url(order));
        trouble = 0;
        this.#take(order, news);
      } catch (problem) {
        if (problem.status === 404) {
          this.#forget(order);
          return;
        }
        trouble = Math.min(4, trouble + 1);
        order.again();
      }
    };
    order.look = look;
    if (order.status) {
      order.again();
    } else {
      look();
    }
  }

  #open(order) {
    if (order.stream || order.streamless || this.#streams >= MAX_STREAMS || !order.status || !this.#memory.isOurs) {
      return;
    }
    this.#streams++;
    const stream = new EventSource(`${url(order)}/events`);
    order.stream = stream;
    let broken = 0;
    stream.addEventListener("order", (event) => {
      broken = 0;
      this.#take(order, JSON.parse(event.data));
    });
    stream.onerror = () => {
      if (stream.readyState === EventSource.CLOSED || ++broken > 1) { // refused, or gone for good: from now on we ask
        order.streamless = true;
        this.#close(order);
        order.look();
      }
    };
  }

  #close(order) {
    if (order.stream) {
      order.stream.close();
      order.stream = undefined;
      this.#streams--;
    }
  }

  #forget(order) {
    this.#close(order);
    this.#memory.forgetOrder(order.orderId);
    this.#all.delete(order.orderId);
    this.#changed(order);
  }

  /** Frees the connections while nobody looks; looks anew when somebody does. */
  seen(visible) {
    for (const order of this.#all.values()) {
      if (!visible) {
        this.#close(order);
      } else if (!settled(order)) {
        order.look();
      }
    }
  }

  /** Ends all watching. */
  stop() {
    this.#stopped = true;
    this.#all.forEach((order) => order.again?.());
  }
}

/** Returns whether nothing can change any more. */
function settled({ status }) {
  return status && !CHANGING.includes(status);
}

function url({ orderId }) {
  return `api/orders/${encodeURIComponent(orderId)}`;
}

/** Returns the pause before an order is asked for: short where nobody tells us, and where it must change soon. */
function pace({ status, payBy, stream }) {
  if (stream) {
    return (status === "QUEUED" ? 5 : 30) * SECOND;
  }
  return (status === "QUEUED" ? 1 : Date.parse(payBy) < now() ? 2 : 5) * SECOND;
}
