// One purchase, from the click to its answer, however long that takes and however often it must be asked.

import { Problem } from "../shared/api.js";

const TOKEN = "X-Purchase-Token";
const EARLY_TRIES = 20;

/** Returns a purchase that has not been asked for. Its key makes sure that it is bought once, however often it is sent. */
export function wish(saleId, quantity) {
  const key = crypto.getRandomValues(new Uint32Array(4)).join("-");
  return { saleId, quantity, requestKey: key, since: Date.now() };
}

/**
 * Asks until there is an answer, and returns the order; null if it was stopped. Throws the Problem that is a final answer.
 *
 * @param asked the wish; what must be sent again is added to it
 * @param buyer has the buyer's call and tokens
 * @param keep is called when the wish must not be forgotten in its present state
 * @param wait is called before it is asked again with why, and how many seconds that takes; returns whether to go on
 */
export async function purchase(asked, { call, tokens }, keep, wait) {
  let early = 0;
  let renewed = false;
  for (;;) {
    keep(asked);
    try {
      const token = await tokens.of(asked.saleId);
      return await send(call, asked, token);
    } catch (trouble) {
      if (!renewed && trouble.status === 403 && trouble.body.reason?.startsWith("TOKEN")) {
        renewed = true;
        tokens.forget(asked.saleId);
        continue;
      }
      const { why, seconds } = again(trouble, asked);
      if (!why || (why === "early" && ++early > EARLY_TRIES)) {
        throw trouble;
      }
      if (!(await wait(why, seconds))) {
        return null;
      }
    }
  }
}

function send(call, { saleId, quantity, requestKey, orderId, proof }, token) {
  const body = { quantity, requestKey, ...(proof ? { orderId, proof } : {}) };
  return call("POST", `api/sales/${encodeURIComponent(saleId)}/purchases`, body, token ? { [TOKEN]: token } : {});
}

/** Returns why the same must be asked again, and after how many seconds; nothing if the answer is final. */
function again(trouble, asked) {
  if (!(trouble instanceof Problem)) {
    asked.unknown = true; // it may have arrived
    return { why: "unknown", seconds: 2 };
  }
  const seconds = Math.max(1, trouble.retryAfterSeconds);
  if (trouble.body.proof) {
    Object.assign(asked, { orderId: trouble.body.orderId, proof: trouble.body.proof, unknown: true });
  }
  switch (trouble.status) {
    case 429:
      return { why: asked.unknown ? "unknown" : "busy", seconds };
    case 502:
    case 503:
    case 504:
      return { why: asked.unknown ? "unknown" : "away", seconds };
    case 412: // this is another buyer's page by now
      return asked.unknown ? { why: "unknown", seconds } : {};
    default:
      return trouble.body.reason === "NOT_STARTED" ? { why: "early", seconds: 0.25 } : {};
  }
}

/** The tokens to buy with, where the shop wants them. */
export class Tokens {
  #call;
  #required;
  #held = new Map();

  /** @param call the buyer's */
  constructor(call, required) {
    this.#call = call;
    this.#required = required;
  }

  /** Returns the promise of a token; of none where none is wanted. */
  async of(saleId) {
    if (!this.#required) {
      return undefined;
    }
    if (!this.#held.has(saleId)) {
      this.#held.set(saleId, this.#call("GET", `api/sales/${encodeURIComponent(saleId)}/token`));
    }
    try {
      return (await this.#held.get(saleId)).token;
    } catch (trouble) {
      this.forget(saleId);
      throw trouble;
    }
  }

  forget(saleId) {
    this.#held.delete(saleId);
  }
}
