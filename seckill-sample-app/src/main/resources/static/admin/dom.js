// Making elements, without ever taking data for markup.

/** Makes an element. Attributes that are functions listen to the event of their name; true is an empty attribute, false none. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(key, value);
    } else if (value !== false && value !== undefined) {
      element.setAttribute(key, value === true ? "" : value);
    }
  }
  element.append(...children);
  return element;
}

/** Makes a table row of these cells; a cell may be text, an element, or a number, which is set to the right. */
export function row(...cells) {
  return make("tr", {}, ...cells.map((cell) => (cell instanceof HTMLTableCellElement ? cell : make("td", {}, cell))));
}

export const byId = (id) => document.getElementById(id);
