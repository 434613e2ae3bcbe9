// The chances of every player, as a bar each.

import { h } from "../dom.js";
import { swatch } from "../look.js";
import { percent } from "../seats.js";

/** A bar in the colour of a seat. @param {number | null} share what the seat may expect; nothing where nobody has said it */
export function chanceBar(share, seat) {
  if (share === null || share === undefined) return null;
  const { fill, stroke } = swatch(seat);
  const words = `Chances of ${seat.name}: ${percent(share)}`;
  return h("span.chance", { role: "img", "aria-label": words, title: words },
    h("span.track", {}, h("span.part", { style: { "--share": String(share), "--fill": fill, "--stroke": stroke } })),
    h("span.figure-text", {}, percent(share)));
}
