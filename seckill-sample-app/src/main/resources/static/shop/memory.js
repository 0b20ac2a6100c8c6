// What this browser remembers of a buyer: the ids of orders and the purchases that have no answer yet. All else the server knows.

const MAX_ORDERS = 30;
const WHO = "seckill.who";

/** Tells all tabs whose the session is: they share it. */
export function remember(buyer) {
  write(WHO, buyer ?? "");
}

/** Calls back whenever another tab has logged somebody in or out. */
export function listenToTabs(change) {
  addEventListener("storage", ({ key }) => key === WHO && change());
}

function write(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // full or forbidden: then a reload forgets
  }
}

/** The memory of one buyer's. Tabs share it, so it is read anew each time. */
export class Memory {
  #buyer;
  #key;

  constructor(buyer) {
    this.#buyer = buyer;
    this.#key = `seckill.shop.${buyer}`;
  }

  #read() {
    try {
      return { orders: [], wishes: {}, ...JSON.parse(localStorage.getItem(this.#key)) };
    } catch {
      return { orders: [], wishes: {} };
    }
  }

  #write(change) {
    const all = this.#read();
    change(all);
    write(this.#key, JSON.stringify(all));
  }

  /** Returns whether the session is this buyer's, as far as any tab has told. */
  get isOurs() {
    try {
      return localStorage.getItem(WHO) === this.#buyer;
    } catch {
      return true;
    }
  }

  /** Returns the orders, the newest first, each with orderId, saleId and title. */
  orders() {
    return this.#read().orders;
  }

  addOrder(order) {
    this.#write((all) => {
      all.orders = [order, ...all.orders.filter(({ orderId }) => orderId !== order.orderId)].slice(0, MAX_ORDERS);
    });
  }

  forgetOrder(id) {
    this.#write((all) => {
      all.orders = all.orders.filter(({ orderId }) => orderId !== id);
    });
  }

  wish(saleId) {
    return this.#read().wishes[saleId];
  }

  keepWish(wish) {
    this.#write((all) => {
      all.wishes[wish.saleId] = wish;
    });
  }

  forgetWish(saleId) {
    this.#write((all) => {
      delete all.wishes[saleId];
    });
  }
}
