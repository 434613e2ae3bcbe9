// A piece as a drawing round (0,0) with radius 1, and in words.

import { s } from "../dom.js";
import { shape, swatch } from "../look.js";

/** @import {Piece, Seat} from "./types.js" */

/**
 * @param {Piece} piece
 * @param {Seat[]} seats
 */
export function drawPiece(piece, seats) {
  const seat = seats[piece.seat];
  const colours = swatch(seat);
  const { paths, letter } = shape(piece.shape);
  // White and Black say by their lightness whose they are; other colours need the letter.
  const lettered = seat && seat.hue !== "white" && seat.hue !== "black";
  const parts = lettered ? [...paths, ...letter] : paths;
  return s("g", { "stroke-linejoin": "round", "stroke-linecap": "round" },
    parts.map((part) => (part.d ? drawPath(part, colours) : drawText(part, colours, seat))));
}

/** The number of a stack of dice, or the seat's letter; `at` is the middle of the baseline. */
function drawText({ text: content, at: [x, y], size, fill }, colours, seat) {
  return s("text", { x, y, fill: colours[fill] ?? fill, "font-size": size, "font-weight": 700, "text-anchor": "middle" }, content ?? seat.letter);
}

/** A colour is named by its part in the seat's swatch, or given as it is. */
function drawPath({ d, fill, stroke, width, opacity }, colours) {
  return s("path", {
    d, fill: colours[fill] ?? fill, stroke: colours[stroke] ?? stroke,
    "stroke-width": width || null, opacity: opacity < 1 ? opacity : null,
  });
}

/** `White knight`, `present`, `Player 1, 3 dice`. */
export function pieceInWords(piece, seats) {
  const dice = piece.shape.startsWith("dice:") ? Number(piece.shape.slice(5)) : 0;
  const owner = seats[piece.seat]?.name;
  if (dice) return `${owner ?? "nobody"}, ${dice} ${dice === 1 ? "die" : "dice"}`;
  return owner ? `${owner} ${piece.shape}` : piece.shape;
}
