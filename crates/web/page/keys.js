// The keys of the page, shown by `?`.

import { button, h } from "./dom.js";

const KEYS = [
  ["← →", "One step back or forward in the game"],
  ["Home End", "First and latest position"],
  ["Space", "Play the game from here, or stop"],
  ["Tab", "To the next control; the board is one of them"],
  ["Arrow keys on the board", "Walk over its cells"],
  ["Enter on the board", "Choose a cell; Escape takes the choice back"],
  ["f", "The board over the whole screen, and back"],
  ["Right mouse button", "Draw an arrow from cell to cell, or a ring; a left click removes them"],
  ["Click while others move", "Choose your next move in advance; it is made if it is still possible"],
  ["?", "This list"],
];

let dialog = null;

/** Opens the list of keys, or closes it. */
export function toggleKeys() {
  if (dialog?.open) return dialog.close();
  dialog ??= h("dialog.keys", { "aria-label": "Keys" }, h("header", {}, h("h2", {}, "Keys"), button("Close", () => dialog.close())),
    h("dl", {}, KEYS.map(([key, meaning]) => h("div", {}, h("dt", {}, key), h("dd", {}, meaning)))));
  if (!dialog.isConnected) document.body.append(dialog);
  return dialog.showModal();
}
