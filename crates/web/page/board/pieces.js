// A piece as a drawing round (0,0) with radius 1, and in words.

import { s } from "../dom.js";
import { shapePaths, swatch } from "../look.js";

/** @import {Piece, Seat} from "./types.js" */

const OUTLINE = 0.136;
const WHITE = { hue: "white" };
/** Where a round label with the seat's letter hangs on a piece: x, y, radius. */
const BADGE = [0.52, 0.4, 0.32];
const DICE_BADGE = [-0.65, -0.46, 0.22];

/**
 * @param {Piece} piece
 * @param {Seat[]} seats
 */
export function drawPiece(piece, seats) {
  const seat = seats[piece.seat];
  const colours = swatch(seat);
  const group = s("g", { "stroke-linejoin": "round", "stroke-linecap": "round" });
  for (const path of shapePaths(piece.shape)) group.append(drawPath(path, colours));
  const letter = seat && seat.hue !== "white" && seat.hue !== "black" ? seat.letter : "";
  const dice = diceCount(piece.shape);
  if (dice) {
    group.append(text(String(dice), -0.28, 0.02, 0.86, colours.ink));
    if (letter) group.append(badge(letter, DICE_BADGE));
  } else if (letter && piece.shape === "disc") {
    group.append(text(letter, 0, 0.02, 0.86, colours.ink));
  } else if (letter) {
    group.append(badge(letter, BADGE));
  }
  return group;
}

function drawPath({ d, paint }, colours) {
  switch (paint) {
    case "line":
      return s("path", { d, fill: "none", stroke: colours.stroke, "stroke-width": OUTLINE * 0.4 });
    case "ink":
      return s("path", { d, fill: colours.stroke });
    default:
      // The outline lies under the body, so that overlapping rings look like one.
      return s("path", { d, fill: paint === "fill" ? colours.fill : paint, stroke: colours.stroke, "stroke-width": OUTLINE, "paint-order": "stroke" });
  }
}

function badge(letter, [x, y, radius]) {
  const { fill, stroke, ink } = swatch(WHITE);
  return s("g", {},
    s("circle", { cx: x, cy: y, r: radius, fill, stroke, "stroke-width": 0.045 }),
    text(letter, x, y + radius * 0.04, radius * 1.4, ink));
}

/** Bold text with its middle at a point. */
export function text(content, x, y, size, fill) {
  return s("text", { x, y, fill, "font-size": size, "font-weight": 700, "text-anchor": "middle", "dominant-baseline": "central" }, content);
}

function diceCount(shape) {
  return shape.startsWith("dice:") ? Number(shape.slice(5)) : 0;
}

/** `White knight`, `present`, `Player 1, 3 dice`. */
export function pieceInWords(piece, seats) {
  const dice = diceCount(piece.shape);
  const owner = seats[piece.seat]?.name;
  if (dice) return `${owner ?? "nobody"}, ${dice} ${dice === 1 ? "die" : "dice"}`;
  return owner ? `${owner} ${piece.shape}` : piece.shape;
}
