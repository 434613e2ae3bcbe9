// A board as a picture: previews and the figures of the Learn pages.

import { post } from "../api.js";
import { h, refill } from "../dom.js";
import { BoardView, namedOnRim } from "./board.js";

/**
 * @param {{board: any, view: any, seats?: any[]}} scene
 * @param {string} name what the picture shows
 * @param {boolean} [coordinates]
 */
export function stillBoard(scene, name, coordinates = namedOnRim(scene.board)) {
  const drawing = new BoardView(scene.board, scene.seats ?? [], { name, coordinates, still: true });
  drawing.draw(scene.view);
  const { pending = [] } = scene.view;
  if (pending.length > 1) drawing.arrows([{ cells: pending }]);
  return drawing.element;
}

const starts = new Map();

/** A frame into which the start of a game is drawn once the server has told it. */
export function startPicture({ name, title }) {
  const frame = h("div.card-picture");
  if (!starts.has(name)) starts.set(name, post("/api/positions", { game: name, seed: 1 }));
  starts.get(name).then((scene) => refill(frame, stillBoard(scene, `${title}: the start`, false)), () => starts.delete(name));
  return frame;
}
