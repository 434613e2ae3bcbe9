// Why a click on the board begins no move, in a sentence.

import { shape } from "../look.js";
import { capital, click } from "../sentences.js";

/**
 * @param {{you: number[], seats: {name: string}[], view: import("../board/types.js").View}} snapshot
 * @param {string} news what the game says about the turn, for instance what was rolled
 * @param {number} cell
 * @param {number[]} selected the cells that were clicked before
 */
export function whyNot({ you, seats, view }, news, cell, selected) {
  const mover = view.turn.seat;
  if (mover === undefined) return "Wait for the dice.";
  if (!you.includes(mover)) return `It is ${seats[mover].name}'s turn.`;
  const on = (place) => view.pieces.find((piece) => piece.cell === place);
  if (selected.length) return `${capital(named(on(selected.at(-1))))} cannot go there.`;
  const piece = on(cell);
  const tone = view.tones[cell];
  const owner = piece?.seat ?? (typeof tone === "object" ? tone.seat : undefined);
  const reason = news ? ` ${news}${/[.!?]$/.test(news) ? "" : "."}` : "";
  if (owner === mover) return `${capital(named(piece))} cannot move now.${reason}`;
  if (owner !== undefined) return `This belongs to ${seats[owner].name}. ${capital(click())} something of yours that is marked.`;
  return `${capital(click())} one of your marked pieces first.`;
}

/** `your bishop`, `your 3 dice`; a place without a piece is `this place`. */
function named(piece) {
  const { title } = piece ? shape(piece) : { title: "" };
  return title ? `your ${title}` : "this place";
}
