// Arrows over the board: a move of a line, or a ring for a move on one cell.

import { s } from "../dom.js";

/**
 * @param {{centre: [number, number], room: number}[]} cells where the move goes, in order
 * @param {number} unit width of a usual cell
 * @param {number} rank place of the move in its line, from 0
 * @param {number} count moves in the line
 */
export function drawArrow(cells, unit, rank, count) {
  const opacity = count > 1 ? 0.95 - (0.6 * rank) / (count - 1) : 0.95;
  const width = unit * (rank === 0 ? 0.13 : 0.09);
  const [from, to] = [cells[0].centre, cells[cells.length - 1].centre];
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const group = s("g.arrow", { opacity });
  if (length < 1e-3) {
    const [cx, cy] = from;
    const r = cells[0].room * 0.8;
    group.append(s("circle.under", { cx, cy, r, "stroke-width": width * 1.7 }), s("circle.over", { cx, cy, r, "stroke-width": width }));
  } else {
    const d = shaft(from, to, length, width);
    group.append(s("path.under", { d, "stroke-width": width * 0.7 }), s("path.body", { d }));
  }
  if (count > 1) group.append(number(cells, rank, unit));
  return group;
}

/**
 * A move as arrows: one, or where places have parts one for each step.
 * @param {{centre: [number, number], room: number, place?: string | null}[]} cells @param {number} unit @param {number} rank @param {number} count
 */
export function drawMove(cells, unit, rank, count) {
  if (!cells[0].place || cells.length < 4) return drawArrow(cells, unit, rank, count);
  const steps = cells.flatMap((cell, k) => (k % 2 ? [[cells[k - 1], cell]] : []));
  return s("g", {}, steps.map((step, k) => drawArrow(step, unit, rank, k ? 1 : count)));
}

/** The outline of an arrow that begins a little off its first cell's middle. */
function shaft(from, to, length, width) {
  const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const head = Math.min(width * 2.6, length * 0.5);
  const half = width / 2;
  const at = (along, aside) => `${(from[0] + ux * along - uy * aside).toFixed(1)} ${(from[1] + uy * along + ux * aside).toFixed(1)}`;
  const start = Math.min(width * 1.2, length * 0.2);
  return `M${at(start, half)}L${at(length - head, half)}L${at(length - head, half * 2.8)}L${at(length, 0)}`
    + `L${at(length - head, -half * 2.8)}L${at(length - head, -half)}L${at(start, -half)}Z`;
}

/** The move's number in its line, on the middle of the arrow. */
function number(cells, rank, unit) {
  const [a, b] = [cells[0].centre, cells[cells.length - 1].centre];
  const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  return s("g.arrow-number", {},
    s("circle", { cx: x, cy: y, r: unit * 0.15 }),
    s("text", { x, y, "font-size": unit * 0.2, "text-anchor": "middle", "dominant-baseline": "central" }, String(rank + 1)));
}
