// A chart inside the page: what its marks say is shown under the pointer, and a click leads on.

import { h } from "../dom.js";

/**
 * Fetches a chart as a part of the page.
 * @param {string} address
 * @param {string} title
 * @param {(words: string, place: number) => void} [follow] called with the words of a mark that was clicked and its place among them
 * @param {AbortSignal} [signal]
 */
export async function chart(address, title, follow, signal) {
  const text = await fetch(address, { signal }).then((answer) => answer.text());
  // The page's own style says how wide it is; it takes no other.
  const plain = text.replace(/(<svg[^>]*?) style="[^"]*"/, "$1");
  const svg = document.importNode(new DOMParser().parseFromString(plain, "image/svg+xml").documentElement, true);
  if (svg.nodeName !== "svg") throw new Error(`The chart ${title} cannot be shown.`);
  const tip = h("div.chart-tip", { hidden: true });
  const holder = h("figure.chart", {}, svg, tip);
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", title);
  [...svg.querySelectorAll("g > title")].forEach((mark, k) => prepare(mark, { holder, tip, follow: follow && ((words) => follow(words, k)) }));
  // The browser's own hint for the whole picture would hide ours.
  svg.querySelector(":scope > title")?.remove();
  return holder;
}

function prepare(title, { holder, tip, follow }) {
  const group = title.parentNode;
  const words = title.textContent;
  title.remove();
  // Its classes are those of the drawing; here they would mean something else.
  group.setAttribute("class", "chart-mark");
  group.setAttribute("role", follow ? "button" : "img");
  group.setAttribute("aria-label", words);
  group.setAttribute("tabindex", "0");
  const show = (x, y) => {
    const box = holder.getBoundingClientRect();
    tip.textContent = words;
    tip.hidden = false;
    tip.style.setProperty("--x", `${Math.min(Math.max(x - box.left, 60), box.width - 60)}px`);
    tip.style.setProperty("--y", `${y - box.top}px`);
  };
  const hide = () => { tip.hidden = true; };
  group.addEventListener("pointermove", (event) => show(event.clientX, event.clientY));
  group.addEventListener("pointerleave", hide);
  group.addEventListener("focus", () => {
    const box = group.getBoundingClientRect();
    show(box.left + box.width / 2, box.top);
  });
  group.addEventListener("blur", hide);
  if (!follow) return;
  group.addEventListener("click", () => follow(words));
  group.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    follow(words);
  });
}
