// The dice beside the board: a roll stays there until it is used.

import { h, refill, s } from "../dom.js";
import { shape } from "../look.js";
import { drawDie, play, ROLL } from "./motion.js";

/** @import {View} from "./types.js" */

export class Tray {
  /** @param {boolean} [idle] whether it keeps its place while there are no dice @param {boolean} [elsewhere] whether the dice lie on the board */
  constructor(idle = true, elsewhere = false) {
    this.idle = idle;
    this.elsewhere = elsewhere;
    this.element = h("div.dice-tray", { hidden: true });
  }

  /** Shows the dice of a view that are not used yet; games that roll none have no tray. @param {View} view */
  show({ dice, pieces }) {
    // Piles of dice are thrown where they stand.
    const piles = pieces.some((piece) => shape(piece).pile);
    this.element.hidden = !dice || piles || this.elsewhere || (!this.idle && !dice.length);
    if (!this.element.hidden) refill(this.element, dice.length ? faces(dice) : null);
  }

  /** Rolls dice that will stay. @param {string[]} dice @param {number} factor how slow */
  async roll(dice, factor) {
    this.element.hidden = false;
    refill(this.element, faces(dice));
    const thrown = [
      { transform: "translateY(-0.9rem) rotate(-220deg) scale(0.5)", opacity: 0.2 },
      { transform: "rotate(15deg) scale(1.1)", opacity: 1, offset: 0.7 }, { transform: "none" },
    ];
    await Promise.all([...this.element.querySelectorAll(".die-picture")].map((die) => play(die, thrown, ROLL * factor, "ease-out")));
  }
}

function faces(dice) {
  return h("span.dice", { role: "img", "aria-label": `Rolled: ${dice.map(inWords).join(", ")}` }, dice.map((face) => picture(face)));
}

/** A die as a small picture. */
export function picture(face, seat) {
  return s("svg.die-picture", { viewBox: "-1.15 -1.15 2.3 2.3", "aria-hidden": "true" }, drawDie(face, seat));
}

/** `bishop`, `4`. */
function inWords(face) {
  return shape({ shape: face }).title || face;
}
