// The dice beside the board: a roll stays there until it is used.

import { h, refill, s } from "../dom.js";
import { shape } from "../look.js";
import { BRIEF, drawDie, play, READ, TUMBLE } from "./motion.js";

/** @import {Seat, View} from "./types.js" */

export class Tray {
  /** @param {boolean} [idle] whether it keeps its place while there are no dice */
  constructor(idle = true) {
    this.idle = idle;
    this.element = h("div.dice-tray", { hidden: true });
  }

  /**
   * Shows the dice of a view; games without dice have no tray.
   * @param {View} view
   * @param {Seat[]} seats
   * @param {{seat?: number, more: number}[]} grown where new dice have arrived
   */
  show({ dice, last }, seats, grown) {
    this.element.hidden = !dice || (!this.idle && !dice.length);
    if (this.element.hidden) return;
    refill(this.element, last?.battle ? battle(last.battle, seats) : grown.length ? arrivals(grown, seats) : dice.length ? roll(dice) : null);
  }

  /** Lets the dice tumble. @param {number} factor how slow */
  async tumble(factor) {
    const dice = [...this.element.querySelectorAll(".die-picture")];
    const sums = [...this.element.querySelectorAll(".sum, .outcome")];
    const thrown = (k) => [
      { transform: `translateY(-0.9rem) rotate(${k % 2 ? -200 : 240}deg) scale(0.6)`, opacity: 0.2 },
      { transform: "rotate(15deg) scale(1.1)", opacity: 1, offset: 0.7 }, { transform: "none" },
    ];
    const begin = factor < BRIEF ? 1 : 0;
    await Promise.all([
      ...dice.map((die, k) => play(die, thrown(k), TUMBLE * factor, "ease-out")),
      ...sums.map((sum) => play(sum, [{ opacity: begin }, { opacity: begin, offset: 0.8 }, { opacity: 1 }], (TUMBLE + READ) * factor)),
    ]);
  }
}

function roll(dice) {
  return h("span.dice", { role: "img", "aria-label": `Rolled: ${dice.map(inWords).join(", ")}` }, dice.map((face) => picture(face)));
}

/** `Player 2: 6 new dice`. */
function arrivals(grown, seats) {
  const count = grown.reduce((sum, { more }) => sum + more, 0);
  const seat = seats[grown[0].seat];
  return h("span.arrivals", {}, picture("1", seat), h("strong", {}, `+${count}`), ` ${count === 1 ? "die" : "dice"} for ${seat?.name ?? "a player"}`);
}

/** Both sides' dice with their sums. */
function battle(sides, seats) {
  const sums = sides.map(({ faces }) => faces.reduce((sum, face) => sum + face, 0));
  const won = sums[0] > sums[1];
  const words = sides.map(({ seat }, k) => `${seats[seat]?.name ?? "Somebody"} rolled ${sums[k]}`).join(", ");
  const side = ({ seat, faces }, k) => h("span.side-dice", { class: won === (k === 0) ? "won" : "lost" },
    h("span.dice", {}, faces.map((face) => picture(String(face), seats[seat]))), h("strong.sum", {}, String(sums[k])));
  return h("span.battle", { role: "img", "aria-label": `${words}: the attack ${won ? "succeeds" : "fails"}` },
    side(sides[0], 0), h("span.outcome", {}, won ? "beats" : sums[0] === sums[1] ? "ties, and loses to" : "loses to"), side(sides[1], 1));
}

/** A die as a small picture. */
export function picture(face, seat) {
  return s("svg.die-picture", { viewBox: "-1.15 -1.15 2.3 2.3", "aria-hidden": "true" }, drawDie(face, seat));
}

/** `bishop`, `4`. */
function inWords(face) {
  return shape({ shape: face }).title || face;
}
