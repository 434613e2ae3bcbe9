// The board and its players alone, over the whole screen.

import { button } from "../dom.js";

const NAME = "theatre";
const root = document.documentElement;

/** Fills the screen with the board, or gives the page back. */
export function setTheatre(on) {
  root.classList.toggle(NAME, on);
  // A browser that refuses the screen still gives the whole window.
  if (on && navigator.userActivation?.isActive) root.requestFullscreen?.().catch(() => {});
  else if (!on && document.fullscreenElement) document.exitFullscreen().catch(() => {});
}

/** The switch; `f` and Escape work like it until `signal` says stop. @param {AbortSignal} signal */
export function theatreSwitch(signal) {
  const shown = () => root.classList.contains(NAME);
  const control = button("", () => setTheatre(!shown()), { class: "theatre-switch" });
  const tell = () => {
    control.textContent = shown() ? "Leave full screen" : "Full screen";
    control.setAttribute("aria-pressed", String(shown()));
  };
  tell();
  const watcher = new MutationObserver(tell);
  watcher.observe(root, { attributeFilter: ["class"] });
  document.addEventListener("fullscreenchange", () => !document.fullscreenElement && root.classList.remove(NAME), { signal });
  addEventListener("keydown", (event) => {
    if (event.target.closest?.("input, select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "f") setTheatre(!shown());
    else if (event.key === "Escape" && shown()) setTheatre(false);
  }, { signal });
  signal.addEventListener("abort", () => {
    watcher.disconnect();
    if (shown()) setTheatre(false);
  });
  return control;
}
