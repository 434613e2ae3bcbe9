// Moves and outcomes for people: pictures of pieces and dice with a few signs, and the same as a sentence.

import { h, s } from "../dom.js";
import { shape } from "../look.js";
import { drawPiece } from "../board/pieces.js";
import { placeOf } from "../board/geometry.js";
import { picture as die } from "../board/tray.js";

/**
 * @typedef {object} Told what the server says about an event
 * @property {string} [words] empty where nothing is to be seen
 * @property {import("../board/types.js").Piece} [piece]
 * @property {string[]} [cells]
 * @property {import("../board/types.js").Piece} [target]
 * @property {import("../board/types.js").Piece} [becomes]
 * @property {number} [turned]
 * @property {string[]} [dice]
 * @property {{seat: number, faces: number[]}[]} [battle]
 * @property {number} [more]
 * @property {[import("../board/types.js").Piece, string][]} [appears]
 *
 * @typedef {{by: number | null, text: string, told: Told, cells?: number[], forced?: boolean}} Entry
 */

const sum = (faces) => faces.reduce((all, face) => all + face, 0);

/** Whether nothing is to be seen of an outcome: no dice, nothing new on the board. @param {Entry} entry */
export function isSilent({ by, told }) {
  return by === null && !told.words;
}

/**
 * A move that is not made yet, as far as a position tells about it.
 * @param {import("../board/types.js").View} view the position
 * @param {import("../board/types.js").Board} board
 * @param {string} text @param {number[]} clicks the cells that spell it
 * @returns {Entry}
 */
export function planned(view, board, text, clicks) {
  const on = (cell) => view.pieces.find((piece) => piece.cell === cell);
  const target = clicks.length > 1 ? on(clicks.at(-1)) : undefined;
  const told = { piece: on(clicks[0]), cells: clicks.map((cell) => board.cells[cell].name), target };
  return { by: 0, text, cells: clicks, told: { ...told, words: plan(text, told) } };
}

/** An event in words. @param {Entry} entry */
export function inWords({ told }) {
  return told.words || "nothing happens";
}

function plan(text, { piece, cells, target }) {
  if (!piece || !cells.length || isWord(text)) return spoken(text);
  if (cells.some(placeOf)) return text;
  const [from, to] = [cells[0], cells.at(-1)];
  const { title } = shape(piece);
  if (isStack(piece) && target) return `${title} on ${from} attack ${shape(target).title} on ${to}`;
  const moved = from === to ? `${title} leaves from ${from}` : `${title} from ${from} to ${to}`;
  return target ? `${moved}, takes a ${shape(target).title}` : moved;
}

/** A move without a place: its own word, or the end of a turn where the game writes a sign. */
export function spoken(text) {
  return /^[a-z]{3,}|\d/i.test(text) ? text : "end turn";
}

/** Whether the game writes a move as a word alone, such as `roll`: whatever is clicked for it, nothing leaves its place. */
const isWord = (text) => /^[a-z]{3,}$/i.test(text);

const isStack = (piece) => /^dice /.test(piece.shape);

/**
 * An event as pictures and signs.
 * @param {Entry} entry @param {any[]} seats
 * @param {{named?: boolean, way?: (cells: number[]) => {angle: number, length: number}}} [manner] whether the board shows the
 * names of its cells; else the direction of a move, in degrees clockwise from the right, and its length in cells
 */
export function asPictures({ by, text, told, cells }, seats, { named = true, way } = {}) {
  if (by === null) return outcomePictures(told, seats);
  // Where a place has many parts, the game's own notation is what its players write.
  if (told.cells?.some(placeOf)) return text;
  return named || !way ? movePictures(text, told, seats) : pathPictures(text, told, seats, cells?.length === 2 ? way(cells) : null);
}

/** A move without names: what moves and where to. */
function pathPictures(text, { piece, target, becomes, turned }, seats, way) {
  if (!piece || !way || isWord(text)) return spoken(text);
  if (isStack(piece) && target) return [figure(piece, seats), "⚔", figure(target, seats)];
  const arrow = h("span.way", { style: { "--angle": `${way.angle}deg` } }, "→");
  return [figure(piece, seats), way.length === 0 ? "goes out" : [way.length > 1.5 ? "jumps" : null, arrow],
    target ? ["×", figure(target, seats)] : null, becomes ? ["=", figure(becomes, seats)] : null, turned ? `×${turned}` : null];
}

function outcomePictures({ dice, battle, more, appears }, seats) {
  if (battle) {
    const [ours, theirs] = battle.map(({ faces }) => sum(faces));
    return h("span", { class: ours > theirs ? "won" : "lost" }, `${ours} : ${theirs} ${ours > theirs ? "✓" : "✗"}`);
  }
  if (dice?.length) return dice.map((face) => die(face));
  if (more) return `+${more} ${more === 1 ? "die" : "dice"}`;
  return (appears ?? []).map(([piece, cell]) => ["+", figure(piece, seats), cell]);
}

function movePictures(text, { piece, cells = [], target, becomes, turned }, seats) {
  if (!piece || !cells.length || isWord(text)) return spoken(text);
  const [from, to] = [cells[0], cells.at(-1)].map((one) => (isName(one) ? one : ""));
  // Only colours and numbers tell stacks apart: their places are said, too.
  if (isStack(piece) && target) return [figure(piece, seats), name(from), "⚔", figure(target, seats), name(to)];
  // A name with a sign of its own is kept apart from the next.
  const signs = /[^\p{L}\p{N}]/u.test(from + to);
  const between = target ? "×" : signs ? "\u2009→\u2009" : "–";
  return [figure(piece, seats), from === to || !to ? `${name(from)} ↗` : from ? name(from) + between + name(to) : `→\u2009${name(to)}`,
    becomes ? ["=", figure(becomes, seats)] : null, turned ? ` ×${turned}` : null];
}

/** Whether people call a cell so: `e4`, `BD3`, `-1,2`, `17`; not a place beside the board, such as `waiting-L7`. */
export const isName = (cell) => /^[A-Za-z]*[\d,-]+$/.test(cell);

/** A cell's name with a real minus. */
function name(cell) {
  return cell.replaceAll("-", "−");
}

/** A piece as large as a letter. */
function figure(piece, seats) {
  return s("svg.figure", { viewBox: "-1 -1 2 2", "aria-hidden": "true" }, drawPiece(piece, seats, false));
}
