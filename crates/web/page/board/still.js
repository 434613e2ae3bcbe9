// A board as a picture: previews and the figures of the Learn pages.

import { BoardView } from "./board.js";

/**
 * @param {{board: any, view: any, seats?: any[]}} scene
 * @param {string} name what the picture shows
 * @param {boolean} [coordinates]
 */
export function stillBoard(scene, name, coordinates = true) {
  const drawing = new BoardView(scene.board, scene.seats ?? [], { name, coordinates, still: true });
  drawing.draw(scene.view);
  return drawing.element;
}
