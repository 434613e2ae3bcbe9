// The chances of every seat over the game, as its agents saw them: a small chart to click into.

import { freshId, h, refill, s } from "../dom.js";
import { swatch } from "../look.js";
import { percent } from "../seats.js";
import { isShare } from "./thought.js";

// About as wide as the panel, so that the figures are as large as other text.
const WIDTH = 420;
const HEIGHT = 160;
const LEFT = 34;
const RIGHT = 22;
const TOP = 8;
const BOTTOM = 18;
/** Rounds after which the word of a player who says nothing more is forgotten. */
const SILENT = 4;

export class Curve {
  /** @param {(count: number) => void} go */
  constructor(go) {
    this.go = go;
    this.svg = s("svg.curve", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
    this.svg.addEventListener("click", (event) => this.click(event));
    this.note = h("p.muted", { id: freshId("curve") });
    this.element = h("div.curve-holder", {}, this.svg, this.note);
  }

  /**
   * @param {{by: number | null, value?: number[]}[]} log the events that the reader has seen
   * @param {{seats: any[], result: {scores: number[]} | null, count: number}} game
   * @param {number} shown the position on the board
   */
  show(log, { seats, result, count }, shown) {
    this.count = Math.max(log.length, 1);
    const end = result && log.length === count ? result.scores : null;
    const all = expectationsOver(log, seats.length, end);
    const values = seats.map((_, seat) => all.map(([at, shares]) => [at, shares[seat]]));
    this.draw(values, seats, shown, "Each player's chances as the players see them, in percent.");
  }

  /**
   * Draws a line for each seat.
   * @param {[number, number][][]} values for each seat the points (events, share)
   * @param {any[]} seats
   * @param {number} shown the position on the board
   * @param {string} note
   */
  draw(values, seats, shown, note) {
    const known = values.some((line) => line.length > 0);
    this.element.classList.toggle("empty", !known);
    this.note.textContent = known ? note : "Players that compare moves draw their expectations here.";
    this.svg.toggleAttribute("hidden", !known);
    if (!known) return;
    this.svg.setAttribute("aria-label", `Expected result over the game. ${this.lastWords(values, seats)}`);
    refill(this.svg, this.grid(),
      values.map((line, seat) => (line.length ? this.line(line, seats[seat]) : null)),
      s("line.now", { x1: this.x(shown), x2: this.x(shown), y1: TOP, y2: HEIGHT - BOTTOM }));
  }

  lastWords(values, seats) {
    return values.flatMap((line, seat) => (line.length ? [`${seats[seat].name} ${percent(line[line.length - 1][1])}`] : [])).join(", ");
  }

  grid() {
    const rows = [0, 0.5, 1].map((share) => [
      s("line.grid", { x1: LEFT, x2: WIDTH - RIGHT, y1: this.y(share), y2: this.y(share) }),
      s("text.axis", { x: LEFT - 6, y: this.y(share), "text-anchor": "end", "dominant-baseline": "central" }, String(share * 100)),
    ]);
    const ends = [0, this.count].map((count) =>
      s("text.axis", { x: this.x(count), y: HEIGHT - 4, "text-anchor": count ? "end" : "start" }, String(count)));
    return [rows, ends];
  }

  line(line, seat) {
    const d = line.map(([count, value], k) => `${k ? "L" : "M"}${this.x(count).toFixed(1)} ${this.y(value).toFixed(1)}`).join("");
    const { fill, stroke, ink } = swatch(seat);
    const [count, value] = line[line.length - 1];
    const [x, y] = [this.x(count) + 11, this.y(value)];
    return [
      s("path.line-edge", { d, stroke }), s("path.line", { d, stroke: fill }),
      s("circle.end", { cx: x, cy: y, r: 8, fill, stroke }),
      s("text.end-letter", { x, y: y + 0.5, fill: ink }, seat.letter),
    ];
  }

  x(count) {
    return LEFT + ((WIDTH - LEFT - RIGHT) * count) / this.count;
  }

  y(value) {
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - Math.min(Math.max(value, 0), 1));
  }

  click(event) {
    const box = this.svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    this.go(Math.round(((x - LEFT) / (WIDTH - LEFT - RIGHT)) * this.count));
  }
}

/** The chances of each seat after these events, as far as somebody has said them. */
export function expectations(log, seats, end) {
  return expectationsOver(log, seats, end).at(-1)?.[1] ?? [];
}

/**
 * After each event at which a player said what everybody may expect: the mean of what the players said last. Everybody hopes,
 * so a player's own word alone would promise more than there is; these shares make up a whole. At the end they are the scores.
 * @returns {[number, number[]][]}
 */
export function expectationsOver(log, seats, end) {
  const last = new Map();
  const line = [];
  log.forEach(({ by, value }, k) => {
    const whole = value?.length === seats && value.every(isShare) ? value.reduce((sum, share) => sum + share, 0) : 0;
    if (whole === 0) return;
    last.set(by, { at: k, shares: value.map((share) => share / whole) });
    const heard = [...last.values()].filter(({ at }) => k - at <= SILENT * seats);
    line.push([k + 1, Array.from({ length: seats }, (_, seat) => heard.reduce((sum, { shares }) => sum + shares[seat], 0) / heard.length)]);
  });
  return line.length && end ? [...line, [log.length, end]] : line;
}
