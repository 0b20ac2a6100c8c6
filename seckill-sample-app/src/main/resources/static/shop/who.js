// Who is here, and how to become somebody.

import { call } from "../shared/api.js";
import { show } from "./dom.js";

let wanted; // the sale that somebody logs in for

const byId = (id) => document.getElementById(id);

/**
 * Returns the "call" of one buyer. It says whose it is, for all tabs share a cookie, but each acts for the buyer that it shows. The demo
 * believes that; elsewhere nothing is done if the session is another's by now.
 *
 * @param replaced is called then
 */
export function callOf(buyer, replaced) {
  return async (method, path, body, headers) => {
    try {
      return await call(method, path, body, { ...headers, "X-Buyer-Id": buyer });
    } catch (problem) {
      if (problem.status === 412) {
        replaced();
      }
      throw problem;
    }
  };
}

/** Shows who is here, by the answer of /api/me. */
export function showWho({ buyer, demo }) {
  show(byId("here"), !!buyer);
  show(byId("lab"), demo);
  show(byId("come"), !buyer && demo);
  show(byId("login"), !buyer && !demo);
  byId("here").firstElementChild.textContent = buyer ?? "";
  const name = byId("name");
  name.value ||= `guest-${1000 + (crypto.getRandomValues(new Uint16Array(1))[0] % 9000)}`;
}

/** Leads to where one logs in, and back to the sale afterwards. */
export function leadToLogin(saleId) {
  wanted = saleId;
  const name = byId("name");
  if (byId("come").hidden) {
    byId("login").focus();
  } else {
    name.focus();
    name.select();
  }
}

/** Logs in and out as the buttons are used. @param change does what it is given, with "me" and the buyer's "call", and shows who is here then */
export function listen(change) {
  const leave = byId("here").querySelector("button");
  byId("come").addEventListener("submit", async (event) => {
    event.preventDefault();
    await change(() => call("PUT", "api/me", { buyer: byId("name").value }));
    (document.querySelector(`#sale-${CSS.escape(wanted ?? "")} .primary`) ?? leave).focus();
  });
  leave.addEventListener("click", async () => {
    await change(({ demo }, asBuyer) => (demo ? asBuyer("DELETE", "api/me") : asBuyer("POST", "logout")));
    leadToLogin();
  });
}
