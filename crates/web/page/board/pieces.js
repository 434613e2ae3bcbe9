// A piece as a drawing round (0,0) with radius 1, and in words.

import { s } from "../dom.js";
import { shape, swatch } from "../look.js";
import { side } from "../seats.js";

/** @import {Piece, Seat} from "./types.js" */

/**
 * @param {Piece} piece
 * @param {Seat[]} seats
 * @param {boolean} [lettered] whether the letter of the seat is drawn where its colour needs one
 */
export function drawPiece(piece, seats, lettered = true) {
  const seat = seats[piece.seat];
  const colours = swatch(seat);
  const { paths, letter } = shape(piece);
  const parts = seat && lettered && colours.lettered ? [...paths, ...letter] : paths;
  return s("g", { "stroke-linejoin": "round", "stroke-linecap": "round" },
    parts.map((part) => (part.d ? drawPath(part, colours) : drawText(part, colours, seat))));
}

/** The text of a piece, or the seat's letter; `at` is the middle of the baseline. */
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

/** `White knight`, `present`, `Player 1, 3 dice`: a comma keeps two numbers apart. */
export function pieceInWords(piece, seats) {
  const { title } = shape(piece);
  const owner = seats[piece.seat] && side(seats[piece.seat]);
  if (!owner) return title;
  return /^\d/.test(title) ? `${owner}, ${title}` : `${owner} ${title}`;
}
