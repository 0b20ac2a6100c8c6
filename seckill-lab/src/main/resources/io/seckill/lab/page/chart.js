// Horizontal bars in SVG, one for each stage.

import { draw } from "./elements.js";

const WIDTH = 320;
const ROW = 44;
const BAR = 14;
const ROOM_FOR_TEXT = 72;

/** Draws bars [{ name, value, text, broke }], the longest as wide as there is room. */
export function bars(title, all) {
  const most = Math.max(...all.map((bar) => bar.value), 0);
  const svg = draw("svg", {
    viewBox: `0 0 ${WIDTH} ${Math.max(1, all.length) * ROW}`,
    role: "img",
    "aria-label": `${title}: ${all.map((bar) => `${bar.name} ${bar.text}`).join("; ")}`,
  });
  all.forEach((bar, row) => {
    const top = row * ROW;
    const length = most > 0 ? Math.max(bar.value > 0 ? 2 : 0, ((WIDTH - ROOM_FOR_TEXT) * bar.value) / most) : 0;
    svg.append(
      draw("text", { x: 0, y: top + 16, class: "name" }, bar.name),
      draw("rect", { x: 0, y: top + 22, width: WIDTH - ROOM_FOR_TEXT, height: BAR, rx: 3, class: "track" }),
      draw("rect", { x: 0, y: top + 22, width: length, height: BAR, rx: 3, class: bar.broke ? "length broke" : "length" }),
      draw("text", { x: WIDTH, y: top + 34, class: "value" }, bar.text),
    );
  });
  return svg;
}

/** Draws a line over values, for the eye alone. */
export function line(values) {
  const most = Math.max(...values, 1);
  const points = values.map((value, i) => `${(i * 100) / Math.max(1, values.length - 1)},${24 - (22 * value) / most}`);
  return draw(
    "svg",
    { viewBox: "0 0 100 26", class: "line", preserveAspectRatio: "none", "aria-hidden": "true" },
    draw("polyline", { points: points.join(" ") }),
  );
}
