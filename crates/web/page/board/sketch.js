// Arrows that the reader draws with the right mouse button, to think with. They are nobody else's business.

/** @import {BoardView} from "./board.js" */

export class Sketch {
  /** @param {BoardView} board */
  constructor(board) {
    this.board = board;
    this.from = null;
    /** @type {number[][]} */
    this.drawn = [];
    const { svg } = board;
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointerup", (event) => this.release(event));
  }

  press(event) {
    if (event.button === 0 && this.drawn.length) {
      this.drawn = [];
      this.show();
    }
    this.from = event.button === 2 ? cellAt(this.board, event) : null;
  }

  release(event) {
    const to = event.button === 2 && this.from !== null ? cellAt(this.board, event) : null;
    if (to === null) return;
    const cells = [this.from, to];
    const same = (other) => other[0] === cells[0] && other[1] === cells[1];
    // Drawn once more it is wiped away.
    this.drawn = this.drawn.some(same) ? this.drawn.filter((other) => !same(other)) : [...this.drawn, cells];
    this.from = null;
    this.show();
  }

  /** Draws them again, for instance after the board was turned. */
  show() {
    this.board.sketch(this.drawn);
  }
}

function cellAt(board, event) {
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const cell = under && board.svg.contains(under) ? under.closest("[data-cell]") : null;
  return cell ? Number(cell.getAttribute("data-cell")) : null;
}
