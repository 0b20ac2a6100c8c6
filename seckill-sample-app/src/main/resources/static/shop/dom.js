// Small steps on the page. What is the same already is left alone, so that a render many times a second costs nothing.

/** Returns a copy of a template's only element. */
export function copy(template) {
  return document.getElementById(template).content.firstElementChild.cloneNode(true);
}

/** Writes text. */
export function write(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** Shows or hides. */
export function show(element, shown) {
  if (element.hidden !== !shown) {
    element.hidden = !shown;
  }
}

/** Sets an attribute. */
export function mark(element, name, value) {
  if (element.getAttribute(name) !== String(value)) {
    element.setAttribute(name, value);
  }
}

/** Makes a button act or not. It keeps the focus either way, for whoever waits on it for a sale to open. */
export function enable(button, enabled) {
  mark(button, "aria-disabled", !enabled);
}

/** Returns whether a button acts. */
export function enabled(button) {
  return button.getAttribute("aria-disabled") !== "true";
}

/** Tells those who do not see the page. */
export function announce(text) {
  document.getElementById("news").textContent = text;
}
