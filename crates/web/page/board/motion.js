// What moves between two positions, and how long that takes.

import { s } from "../dom.js";
import { shape } from "../look.js";
import { drawPiece } from "./pieces.js";

/** @import {Piece, View} from "./types.js" */

export const SLIDE = 240;
export const POP = 200;
export const ROLL = 420;
export const FLY = 620;
export const TUMBLE = 520;
/** Time to read the sums of a battle. */
export const READ = 380;
/** A move whose result hangs on chance is looked at for a moment. */
export const DWELL = 140;
/** Dice that have less than this part of their time lie where they fell, and the board changes meanwhile. */
export const BRIEF = 0.4;

/** How long an event is shown if there is time, in milliseconds. @param {View} view what it led to */
export function duration({ last, turn }) {
  if (last?.battle) return TUMBLE + READ + POP;
  if (last?.by === null) return FLY;
  return turn === "chance" ? DWELL : SLIDE;
}

const same = (a, b) => a.seat === b.seat && a.shape === b.shape;

/**
 * Pairs what vanished with what appeared: a piece slides if its old cell is empty now, and it looks
 * the same, or it is the piece of the last move (a promotion).
 * @param {Piece[]} before
 * @param {View} view
 * @returns {Map<Piece, Piece>} new piece to old piece
 */
export function slides(before, view) {
  const after = view.pieces;
  const taken = new Set(after.map((piece) => piece.cell));
  const gone = new Set(before.filter((old) => !taken.has(old.cell)));
  const pairs = new Map();
  const cells = view.last?.cells ?? [];
  for (const piece of after) {
    if (before.some((old) => old.cell === piece.cell && same(old, piece))) continue;
    const fits = [...gone].filter((old) => same(old, piece)
      || (old.seat === piece.seat && cells.includes(old.cell) && cells.includes(piece.cell)));
    // Of several equal pieces the one of the move itself goes first.
    const old = fits.find((one) => cells.includes(one.cell) && cells.includes(piece.cell)) ?? fits[0];
    if (!old) continue;
    gone.delete(old);
    pairs.set(piece, old);
  }
  return pairs;
}

/** The cells of the last of the first `count` events that touched some: dice that decide about a move leave it marked. */
export function lastCells(log, count) {
  let k = count - 1;
  while (k > 0 && log[k].by === null && !log[k].cells?.length) k -= 1;
  return log[k]?.cells ?? [];
}

/**
 * The stacks of dice that chance has made higher, outside battles.
 * @param {View | null} before
 * @param {View} view
 * @returns {{cell: number, seat?: number, more: number}[]}
 */
export function reinforced(before, view) {
  if (!before || view.count !== before.count + 1 || view.last?.by !== null || view.last.battle) return [];
  const height = (piece) => Number(/^dice (\d+)$/.exec(piece?.shape)?.[1] ?? 0);
  return view.pieces.flatMap((piece) => {
    const old = before.pieces.find((one) => one.cell === piece.cell && one.seat === piece.seat);
    const more = old ? height(piece) - height(old) : 0;
    return more > 0 ? [{ cell: piece.cell, seat: piece.seat, more }] : [];
  });
}

/**
 * The faces that tumble when chance has spoken: those of the game, or a short outcome itself; none where the outcome is a list.
 * @param {View} view
 */
export function rolled({ last, dice }) {
  if (last?.by !== null) return [];
  if (last.battle) return [];
  if (dice?.length) return dice;
  return /^([A-Za-z]{1,3}|.)$/u.test(last.text) ? [...last.text] : [];
}

const WHITE = [{ name: "", letter: "", hue: "white" }];
const BLACK = [{ name: "", letter: "", hue: "black" }];

/** A die of side 2 round (0,0) with pips, a piece, or a sign. @param {string} face @param {any} [seat] whose colour it has; white without */
export function drawDie(face, seat) {
  const pips = { cell: 0, seat: 0, shape: `die ${face}` };
  // A drawn die reaches 0.72 from its middle.
  if (shape(pips).paths.length) return s("g.die", { transform: `scale(${1 / 0.72})` }, drawPiece(pips, seat ? [seat] : WHITE, false));
  const figure = { cell: 0, seat: 0, shape: face };
  return s("g.die", {},
    s("rect.die-body", { x: -1, y: -1, width: 2, height: 2, rx: 0.4 }),
    shape(figure).paths.length ? s("g", { transform: "scale(0.8)" }, drawPiece(figure, BLACK))
      : s("text.die-sign", { x: 0, y: 0.06, "font-size": 1.3 }, face === "-" ? "−" : face));
}

/** Plays keyframes on a drawing; resolves at the end, also when the drawing is taken away. */
export function play(element, frames, duration, easing = "ease-in-out") {
  const animation = element.animate(frames, { duration, easing, fill: "backwards" });
  return animation.finished.catch(() => {});
}
