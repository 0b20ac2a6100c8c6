// What is asked for: recipes, stages and numbers.

import { make } from "./elements.js";
import { numbers, recipes } from "./recipes.js";

const form = document.getElementById("form");

/** Builds the form for these stages, filled with the first recipe. */
export function build(stages, say) {
  document.getElementById("recipes").append(
    ...Object.keys(recipes).map((name) => {
      const button = make(
        "button",
        { type: "button", "aria-pressed": "false", "data-recipe": name },
        make("strong", {}, say(name)),
        make("span", { class: "quiet" }, say(`${name}Hint`)),
      );
      button.addEventListener("click", () => use(name));
      return button;
    }),
  );
  document.getElementById("stages").append(
    ...stages.map((stage) =>
      make(
        "label",
        {},
        make("input", { type: "checkbox", name: "stages", value: stage.id }),
        make("span", {}, `${stage.number} ${stage.name} `, ...(stage.broken ? [make("em", { class: "mark" }, say("canBreak"))] : [])),
      ),
    ),
  );
  document.getElementById("numbers").append(
    ...numbers.map(([name, min, max]) =>
      make("label", {}, make("span", {}, say(name)), make("input", { type: "number", name, min, max, inputmode: "numeric" })),
    ),
  );
  form.addEventListener("input", () => press(null));
  use(Object.keys(recipes)[0]);
}

/** Fills the form with these settings. */
export function fillIn(settings) {
  for (const box of form.elements.stages) {
    box.checked = settings.stages.includes(box.value);
  }
  for (const [name] of numbers) {
    form.elements[name].value = settings[name];
  }
  press(null);
}

/** Returns what the form says. The server checks it. */
export function settings() {
  const values = Object.fromEntries(numbers.map(([name]) => [name, Number(form.elements[name].value)]));
  const stages = [...form.elements.stages].filter((box) => box.checked).map((box) => box.value);
  return { stages, ...values };
}

function use(name) {
  fillIn(recipes[name]);
  press(name);
}

function press(name) {
  for (const button of document.querySelectorAll("[data-recipe]")) {
    button.setAttribute("aria-pressed", String(button.dataset.recipe === name));
  }
}
