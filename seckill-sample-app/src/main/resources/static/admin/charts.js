// Charts of the last minutes. The table below each is its key, and says in words what it shows.

import uPlot from "/webjars/uplot/1.6.30/dist/uPlot.esm.js";
import { language } from "/shared/words.js";
import { make, row } from "./dom.js";
import { say } from "./texts.js";

const HEIGHT = 150;
const MINUTE = 60;
const night = matchMedia("(prefers-color-scheme: dark)");
const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const fine = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const short = new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 });
const large = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
const small = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });

/** Writes a figure; a gap as a dash. */
export const figure = (value) => (value === null || value === undefined ? "–" : (value < 10 ? small : large).format(value));

/** Writes how many came in a second. None is exactly as long as another: what came in a little more than one came in one. */
export const rate = (value) => figure(value > 0.5 ? Math.round(value) : value);

/** A canvas knows no variables of the style sheet. */
function colour(variable) {
  const probe = make("span", { class: "probe" });
  probe.style.color = `var(${variable})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/**
 * Makes a chart.
 *
 * @param title a word of the dictionary
 * @param lines { key of the figures, word of the dictionary, colour variable }
 * @param seconds returns how many seconds it shows
 * @param write writes a value
 */
export function chart(title, lines, seconds, write) {
  const id = "chart-" + title;
  const plot = make("div", { class: "plot", role: "img", "aria-labelledby": id, "aria-describedby": id + "-key" });
  const cells = lines.map(() => [make("td", { class: "number" }), make("td", { class: "number quiet" })]);
  const swatches = lines.map(({ colour }) => {
    const swatch = make("span", { class: "swatch" });
    swatch.style.background = `var(${colour})`;
    return swatch;
  });
  const key = make(
    "table",
    { id: id + "-key", class: "key" },
    make("thead", {}, row(make("th", { scope: "col" }, make("span", { class: "unseen" }, say("line"))), number("now"), number("highest"))),
    make("tbody", {}, ...lines.map(({ word }, i) => row(make("th", { scope: "row" }, swatches[i], say(word)), ...cells[i]))),
  );
  const element = make("figure", {}, make("figcaption", { id }, say(title)), plot, key);

  let drawn;
  let shown = [[], ...lines.map(() => [])];
  const draw = () => {
    drawn?.destroy();
    drawn = new uPlot(options(lines, plot, seconds), shown, plot);
  };
  night.addEventListener("change", draw);
  new ResizeObserver(() => (drawn ? drawn.setSize(size(plot)) : draw())).observe(plot);

  return {
    element,
    show(figures) {
      shown = [figures.seconds, ...lines.map(({ key }) => figures.column(key))];
      drawn?.setData(shown);
      lines.forEach(({ key }, i) => {
        const values = figures.column(key).slice(-seconds()).filter((value) => value !== null);
        cells[i][0].textContent = write(figures.now(key));
        cells[i][1].textContent = write(values.length ? values.reduce((a, b) => Math.max(a, b)) : null);
      });
    },
  };
}

/** A value between gaps is no line; it is shown as a point. */
function alone(drawn, line) {
  const values = drawn.data[line];
  return values.flatMap((value, i) => (value !== null && (values[i - 1] ?? null) === null && (values[i + 1] ?? null) === null ? [i] : []));
}

const number = (word) => make("th", { scope: "col", class: "number" }, say(word));

const size = (plot) => ({ width: plot.clientWidth, height: HEIGHT });

function options(lines, plot, seconds) {
  const axis = { stroke: colour("--quiet"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false }, font: "12px system-ui" };
  return {
    ...size(plot),
    legend: { show: false },
    cursor: { show: false },
    padding: [8, 28, 0, 0], // room for half a time
    scales: {
      x: { range: (_, from, to) => [(to ?? 0) - seconds(), to ?? 0] },
      y: { range: (_, from, to) => [0, Math.max(1, (to ?? 0) * 1.1)] },
    },
    axes: [
      { ...axis, size: 28, space: 80, values: (_, ticks) => ticks.map((at) => (seconds() > MINUTE ? clock : fine).format(at * 1000)) },
      { ...axis, size: 48, space: 32, values: (_, ticks) => ticks.map((value) => short.format(value)) },
    ],
    series: [
      {},
      ...lines.map((line, i) => ({
        stroke: colour(line.colour),
        width: 1.5,
        fill: i === 0 ? colour(line.colour).replace("rgb(", "rgba(").replace(")", ", 0.12)") : undefined,
        points: { size: 4, show: true, filter: alone },
      })),
    ],
  };
}
