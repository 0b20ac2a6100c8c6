// The time of the server, which judges when a sale opens, and not of the buyer's device.

const KEPT = 8;
let samples = [];

/** Learns from an answer: when it was asked for and came, by performance.now(), and the instant the server gave. */
export function learn(sent, received, serverTime) {
  const trip = received - sent;
  samples = [...samples, { trip, ahead: Date.parse(serverTime) - (sent + trip / 2) }].slice(-KEPT);
}

/** Returns the server's time in milliseconds, by the quickest of the last answers; NaN before the first. */
export function now() {
  const best = samples.reduce((a, b) => (b.trip <= a.trip ? b : a), { trip: Infinity, ahead: NaN });
  return performance.now() + best.ahead;
}

/** Writes a span of time, rounded up, so that "0:00" means that it is over. */
export function countdown(millis) {
  const seconds = Math.max(0, Math.ceil(millis / 1000));
  const two = (value) => String(Math.floor(value)).padStart(2, "0");
  const clock = `${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds < 3600 ? clock : `${Math.floor(seconds / 3600)}:${clock}`;
}
