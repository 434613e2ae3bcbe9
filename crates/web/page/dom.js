// Making elements: data becomes text nodes and attributes, never markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element. `tag` may carry classes: `"button.primary"`.
 * @param {string} tag
 * @param {Record<string, any>} [props] attributes; `on` holds listeners, `style` custom properties
 * @param {...any} children nodes, texts, nested lists; null and false are left out
 * @returns {any}
 */
export function h(tag, props, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(" ");
  return fill(element, props, children);
}

/**
 * An SVG element, made like an HTML element.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...any} children
 * @returns {any}
 */
export function s(tag, props, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElementNS(SVG, name);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  return fill(element, props, children);
}

function fill(element, props, children) {
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "class") {
      element.classList.add(...value.split(" "));
    } else if (key === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (key === "style") {
      for (const [name, setting] of Object.entries(value)) element.style.setProperty(name, setting);
    } else if (key === "value" || key === "checked" || key === "disabled" || key === "selected") {
      element[key] = value;
    } else {
      element.setAttribute(key, value === true ? "" : String(value));
    }
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** Replaces everything in an element. */
export function refill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/** A button with a text. */
export function button(text, press, props = {}) {
  return h("button", { type: "button", ...props, on: { click: press } }, text);
}

/** A text in which moves and names of programs stand between backticks. @param {string} text */
export function marked(text) {
  return text.split("`").map((part, k) => (k % 2 ? h("code", {}, part) : part));
}

/** Says in words what a control does; whoever speaks to the machine also finds it by what is written on it. */
export function explain(element, words) {
  const written = element.textContent.trim();
  const found = /[\p{L}\p{N}]/u.test(written) && !words.toLowerCase().includes(written.toLowerCase());
  element.setAttribute("aria-label", found ? `${written}, ${words}` : words);
  return element;
}

let lastId = 0;

/** An id that no other element has. */
export function freshId(stem) {
  lastId += 1;
  return `${stem}-${lastId}`;
}

/**
 * A form control under its label, with an optional explanation.
 * @param {string} text
 * @param {any} control
 * @param {string} [help]
 */
export function field(text, control, help) {
  control.id ||= freshId("field");
  const note = help ? h("small", { id: freshId("help") }, help) : null;
  if (note) control.setAttribute("aria-describedby", note.id);
  return h("div.field", {}, h("label", { for: control.id }, text), control, note);
}

/**
 * A drop-down list.
 * @param {{value: string, text: string}[]} options
 * @param {string} chosen
 * @param {(value: string) => void} [changed]
 * @param {Record<string, any>} [props]
 */
export function select(options, chosen, changed, props = {}) {
  const list = options.map((option) =>
    h("option", { value: option.value, selected: option.value === chosen }, option.text));
  return h("select", { ...props, on: { change: (event) => changed?.(event.target.value) } }, list);
}

/** A label with a check box in front. */
export function tick(text, checked, changed) {
  const box = h("input", { type: "checkbox", checked, on: { change: () => changed?.(box.checked) } });
  return h("label.tick", {}, box, text);
}
