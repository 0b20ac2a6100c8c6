// The one dialog of the console: it shows something, or asks before something is done.

import { explain } from "/shared/problems.js";
import { byId, make } from "./dom.js";
import { say } from "./texts.js";

const dialog = byId("dialog");

/** Opens the dialog with this content, and returns when it is closed. Focus goes back to where it was. */
function open(title, ...content) {
  dialog.replaceChildren(make("h2", { id: "dialog-title" }, title), ...content);
  dialog.showModal();
  return new Promise((closed) => dialog.addEventListener("close", closed, { once: true }));
}

const closeButton = (words) => make("button", { type: "button", click: () => dialog.close() }, say(words));

/** Shows something until it is closed. */
export function show(title, ...content) {
  return open(title, ...content, make("div", { class: "actions" }, closeButton("close")));
}

/**
 * Asks whether to do something, does it, and returns what it returned; undefined if it was not wanted. What the server refuses is told in
 * the dialog, beside the field if it names one.
 *
 * @param options.text what will happen
 * @param options.fields { name, label, value, hint, and other attributes of the input }
 * @param options.phrase what must be typed first
 * @param options.verb the word on the button
 * @param options.act is given the fields' values by name
 */
export async function ask({ title, text, fields = [], phrase, verb, act }) {
  let result;
  const problem = make("p", { class: "bad", role: "alert" });
  const inputs = fields.map(({ name, label, hint, ...attributes }) => {
    const input = make("input", { id: "field-" + name, name, autocomplete: "off", "aria-describedby": "about-" + name, ...attributes });
    const about = make("small", { id: "about-" + name, class: "quiet" }, hint ?? "");
    return { name, hint, input, about, label: make("label", { for: input.id }, label) };
  });
  const typed = make("input", { id: "phrase", autocomplete: "off", spellcheck: "false" });
  const go = make("button", { class: "primary" }, verb);
  let busy = false;
  const fits = () => (go.disabled = phrase !== undefined && typed.value.trim() !== phrase);
  typed.addEventListener("input", fits);
  fits();

  const form = make(
    "form",
    {
      novalidate: true,
      submit: async (event) => {
        event.preventDefault();
        if (go.disabled || busy) {
          return;
        }
        busy = true; // a disabled button would lose the focus
        tell("", inputs, problem);
        try {
          result = await act(Object.fromEntries(inputs.map(({ name, input }) => [name, input.value.trim()])));
          dialog.close();
        } catch (e) {
          tell(explain(e), inputs, problem);
        } finally {
          busy = false;
        }
      },
    },
    make("p", {}, text),
    ...inputs.map(({ label, input, about }) => make("div", { class: "field" }, label, input, about)),
    ...(phrase === undefined ? [] : [make("div", { class: "field" }, make("label", { for: "phrase" }, say("typeIt", { phrase })), typed)]),
    problem,
    make("div", { class: "actions" }, go, closeButton("cancel")),
  );
  await open(title, form);
  return result;
}

/** The server joins what is wrong with "; ", each part beginning with its field. */
function tell(trouble, inputs, problem) {
  const parts = trouble.split("; ").filter(Boolean);
  let first;
  for (const { name, hint, input, about } of inputs) {
    const wrong = parts.find((part) => part.startsWith(name + " "));
    if (wrong) {
      parts.splice(parts.indexOf(wrong), 1);
      first ??= input;
    }
    input.setAttribute("aria-invalid", Boolean(wrong));
    about.textContent = wrong?.slice(name.length + 1) ?? hint ?? "";
    about.className = wrong ? "bad" : "quiet";
  }
  problem.textContent = parts.length ? say("refused", { why: parts.join("; ") }) : "";
  first?.focus();
}
