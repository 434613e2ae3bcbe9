// A board as a picture: previews and the figures of the Learn pages.

import { h } from "../dom.js";
import { BoardView, namedOnRim } from "./board.js";

/**
 * @param {{board: any, view: any, seats?: any[], arrows?: number[][]}} scene
 * @param {string} name what the picture shows
 * @param {boolean} [coordinates]
 */
export function stillBoard(scene, name, coordinates = namedOnRim(scene.board)) {
  const drawing = new BoardView(scene.board, scene.seats ?? [], { name, coordinates, still: true });
  drawing.draw(scene.view);
  const { pending = [] } = scene.view;
  const arrows = [...(pending.length > 1 ? [pending] : []), ...(scene.arrows ?? [])];
  if (arrows.length) drawing.arrows(arrows.map((cells) => ({ cells })));
  return drawing.element;
}

/** The start of a game in a frame. @param {{title: string, start: any}} game */
export function startPicture({ title, start }) {
  return h("div.card-picture", {}, stillBoard(start, `${title}: the start`, false));
}
