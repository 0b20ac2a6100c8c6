import { call } from "/shared/api.js";

/** Asks the operator's part of the server. Whoever is not logged in any more is led to the page for that. */
export async function server(method, path, body) {
  try {
    return await call(method, "/api/admin" + path, body, { "X-Requested-With": "XMLHttpRequest" });
  } catch (problem) {
    if (problem.status === 401) {
      location.assign("/admin/login" + location.search);
    }
    throw problem;
  }
}

/** Returns a name for a change, so that it is made once however often it is sent. */
export function newKey() {
  return "console-" + Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}
