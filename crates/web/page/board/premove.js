// A move that is chosen while others are to move: it is made as soon as it is possible.

/** @import {BoardView} from "./board.js" */

export class Premove {
  /** @param {BoardView} board */
  constructor(board) {
    this.board = board;
    this.cells = [];
    this.open = false;
  }

  /** Whether cells can be chosen in advance now; what was chosen before is forgotten where they cannot. */
  setOpen(open) {
    this.open = open;
    if (!open) this.clear();
  }

  clear() {
    this.cells = [];
    this.show();
  }

  /**
   * Takes a cell as the next one of the move; the same one again takes everything back.
   * @returns {boolean} whether the click was used
   */
  pick(cell, owned) {
    if (!this.open) return false;
    if (this.cells.includes(cell) || this.cells.length >= 2) this.cells = [];
    else if (this.cells.length || owned) this.cells = [...this.cells, cell];
    else return false;
    this.show();
    return true;
  }

  show() {
    this.board.plan(this.cells);
  }

  /** The move among these that was chosen in advance, if there is exactly one; either way the choice is over. @param {import("./types.js").Legal[]} legal */
  take(legal) {
    const { cells } = this;
    this.clear();
    if (cells.length < 2) return null;
    const fits = legal.filter(({ clicks }) => clicks.length === cells.length && clicks.every((cell, k) => cell === cells[k]));
    return fits.length === 1 ? fits[0] : null;
  }
}
