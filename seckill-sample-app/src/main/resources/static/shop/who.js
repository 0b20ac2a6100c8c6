// Who is here, and how to become somebody.

import { call } from "../shared/api.js";
import { show } from "./dom.js";

let wanted; // the sale that somebody logs in for

const byId = (id) => document.getElementById(id);

/** Shows who is here, by the answer of /api/me. */
export function showWho({ buyer, demo }) {
  show(byId("here"), !!buyer);
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

/** Logs in and out as the buttons are used. @param change does what it is given, and shows who is here then */
export function listen(change) {
  const leave = byId("here").querySelector("button");
  byId("come").addEventListener("submit", async (event) => {
    event.preventDefault();
    await change(() => call("PUT", "api/me", { buyer: byId("name").value }));
    (document.querySelector(`#sale-${CSS.escape(wanted ?? "")} .primary`) ?? leave).focus();
  });
  leave.addEventListener("click", async () => {
    await change(({ demo }) => (demo ? call("DELETE", "api/me") : call("POST", "logout")));
    leadToLogin();
  });
}
