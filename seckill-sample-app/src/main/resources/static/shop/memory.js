// What this browser remembers of a buyer: the ids of orders and the purchases that have no answer yet. All else the server knows.

const MAX_ORDERS = 30;

/** The memory of one buyer's. Tabs share it, so it is read anew each time. */
export class Memory {
  #key;

  constructor(buyer) {
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
    try {
      localStorage.setItem(this.#key, JSON.stringify(all));
    } catch {
      // full or forbidden: then a reload forgets
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
