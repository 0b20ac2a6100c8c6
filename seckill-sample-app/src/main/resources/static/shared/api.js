// Calls of this shop's own interface.

/** An answer that is no success. Its body is a problem detail (RFC 9457), if the server sent one. */
export class Problem extends Error {
  constructor(status, body, retryAfterSeconds) {
    super(body.detail ?? body.title ?? `HTTP ${status}`);
    this.status = status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Sends a request with an optional body, JSON or a form (URLSearchParams), and returns the JSON of the answer, null if there is none; throws
 * a Problem otherwise.
 */
export async function call(method, path, body, headers = {}) {
  const ready = body === undefined || body instanceof URLSearchParams;
  const answer = await fetch(path, {
    method,
    headers: {
      Accept: "application/json",
      ...(ready ? {} : { "Content-Type": "application/json" }),
      ...csrf(),
      ...headers,
    },
    body: ready ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  const json = text && answer.headers.get("Content-Type")?.includes("json") ? JSON.parse(text) : null;
  if (!answer.ok) {
    const after = Number(answer.headers.get("Retry-After"));
    throw new Problem(answer.status, json ?? {}, Number.isFinite(after) ? after : 0);
  }
  return json;
}

function csrf() {
  const cookie = document.cookie.split("; ").find((pair) => pair.startsWith("XSRF-TOKEN="));
  return cookie ? { "X-XSRF-TOKEN": decodeURIComponent(cookie.slice("XSRF-TOKEN=".length)) } : {};
}
