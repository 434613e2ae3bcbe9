// A battle where it happens: both sides throw their dice beside their own places.

import { s } from "../dom.js";
import { distance } from "./geometry.js";
import { BRIEF, drawDie, play, READ, TUMBLE } from "./motion.js";

/** Half the width of a die and the gap between two, as parts of the width of a usual cell. */
const HALF = 0.17;
const GAP = 0.05;
/** Dice in a row. */
const ROW = 4;

/**
 * The dice of both sides as drawings, the attacker's first.
 * @param {{seat: number, faces: number[]}[]} sides
 * @param {any[]} seats
 * @param {{cells: {centre: [number, number]}[], unit: number, box: any}} placed the board
 * @param {number[]} cells where the sides stand
 */
export function drawBattle(sides, seats, { cells: all, unit, box }, cells) {
  const sums = sides.map(({ faces }) => faces.reduce((sum, face) => sum + face, 0));
  const step = unit * (2 * HALF + GAP);
  const sizes = sides.map(({ faces }) => [Math.min(faces.length, ROW) * step, (Math.ceil(faces.length / ROW) + 1) * step]);
  const middles = apart(cells.map((cell) => all[cell].centre), sizes, box);
  return s("g.battle", {}, sides.map(({ seat, faces }, k) => {
    const [x, y] = middles[k];
    const [width, height] = sizes[k];
    const dice = faces.map((face, n) => {
      const row = Math.floor(n / ROW);
      const inRow = Math.min(faces.length - row * ROW, ROW);
      const at = [x + (n % ROW - (inRow - 1) / 2) * step, y - height / 2 + (row + 0.5) * step];
      return s("g", { transform: `translate(${at[0].toFixed(1)} ${at[1].toFixed(1)}) scale(${(unit * HALF).toFixed(2)})` },
        s("g.thrown", {}, drawDie(String(face), seats[seat])));
    });
    const won = sums[0] > sums[1] === (k === 0);
    return s("g.side-dice", { class: won ? "won" : "lost" }, s("rect.ground", { x: x - width / 2 - step / 4, y: y - height / 2 - step / 4, width: width + step / 2, height: height + step / 2, rx: step / 2 }),
      dice, s("text.sum", { x, y: y + height / 2 - step / 2, "font-size": step, "text-anchor": "middle", "dominant-baseline": "central" }, String(sums[k])));
  }));
}

/** The middles of two boxes round two places, moved away from each other until they do not overlap, and inside the picture. */
function apart(centres, sizes, { left, top, width, height }) {
  const [[x, y], [u, v]] = centres;
  const far = distance(centres[0], centres[1]) || 1;
  const [dx, dy] = [(u - x) / far, (v - y) / far];
  const room = sizes[0].map((one, axis) => 1.15 * (one + sizes[1][axis]) / 2);
  // As far along the line between the places as it takes for one of the axes.
  const needed = Math.min(dx ? room[0] / Math.abs(dx) : Infinity, dy ? room[1] / Math.abs(dy) : Infinity);
  const push = Math.max(0, needed - far) / 2;
  const inside = (at, size, from, all) => Math.min(Math.max(at, from + size / 2), from + all - size / 2);
  return [-1, 1].map((way, k) => [
    inside(centres[k][0] + way * push * dx, sizes[k][0], left, width),
    inside(centres[k][1] + way * push * dy, sizes[k][1], top, height),
  ]);
}

/** Throws the dice; the sums are seen when they lie. @param {any} drawing @param {number} factor how slow */
export async function throwDice(drawing, factor) {
  const brief = factor < BRIEF;
  const frames = (k) => [
    { transform: `translate(0, -1.8px) rotate(${k % 2 ? -200 : 240}deg) scale(0.5)`, opacity: 0.2 },
    { transform: "rotate(15deg) scale(1.1)", opacity: 1, offset: 0.7 }, { transform: "none" },
  ];
  const hidden = brief ? 1 : 0;
  await Promise.all([
    ...[...drawing.querySelectorAll(".thrown")].map((die, k) => play(die, frames(k), TUMBLE * factor, "ease-out")),
    ...[...drawing.querySelectorAll(".sum")].map((sum) => play(sum, [{ opacity: hidden }, { opacity: hidden, offset: TUMBLE / (TUMBLE + READ) }, { opacity: 1, offset: 0.7 }, { opacity: 1 }], (TUMBLE + READ) * factor)),
  ]);
}
