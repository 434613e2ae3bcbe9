// From clicks, drags and keys on a board to a legal move.

import { button, h, s } from "../dom.js";
import { distance, towards } from "./geometry.js";
import { drawPiece, pieceInWords } from "./pieces.js";

/** @import {BoardView} from "./board.js" */
/** @import {Legal} from "./types.js" */

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
/** Pixels that a pointer must travel before a press becomes a drag. */
const DRAG = 6;

export class MoveInput {
  /**
   * @param {BoardView} board
   * @param {(move: string) => void} chosen
   * @param {(cell: number, selected: number[]) => void} [refused] a click that begins no move, with what was selected
   * @param {() => void} [leaving] a piece was taken up that may leave the board: a second click on it does that
   */
  constructor(board, chosen, refused, leaving) {
    this.board = board;
    this.chosen = chosen;
    this.refused = refused;
    this.leaving = leaving;
    /** @type {Legal[]} */
    this.legal = [];
    /** Told when a step of a move with several steps was made or taken back. */
    this.stepped = null;
    this.prefix = [];
    /** @type {Map<number, any>} pieces that steps of an unfinished move have brought to cells */
    this.brought = new Map();
    this.drag = null;
    const { svg } = board;
    svg.addEventListener("click", (event) => this.click(event));
    svg.addEventListener("keydown", (event) => this.key(event));
    svg.addEventListener("focusin", (event) => this.focused(event));
    svg.addEventListener("focusout", () => queueMicrotask(() => board.showFocus()));
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointermove", (event) => this.pull(event));
    svg.addEventListener("pointerup", (event) => this.drop(event));
    svg.addEventListener("pointercancel", () => this.putBack());
    for (const kind of ["pointerover", "pointerleave"]) svg.addEventListener(kind, (event) => this.hover(event));
    // A finger on a piece that can move drags it instead of scrolling the page.
    svg.addEventListener("touchmove", (event) => this.drag && event.preventDefault(), { passive: false });
  }

  /** @param {Legal[]} legal moves with their cells; none where the viewer may not move */
  setLegal(legal) {
    const rows = legal.flatMap((move) => [move, ...(move.other_clicks ?? []).map((clicks) => ({ ...move, clicks }))]);
    this.legal = rows.filter((move) => move.clicks.length > 0);
    this.clear();
  }

  clear() {
    this.prefix = [];
    this.closeChooser();
    this.showMarks();
  }

  /** The moves that begin with these cells. */
  beginningWith(cells) {
    return this.legal.filter((move) => cells.every((cell, k) => move.clicks[k] === cell));
  }

  /** Whether this cell is the next click of a move that does not end with it. */
  goesOnWith(cell) {
    const cells = [...this.prefix, cell];
    return this.beginningWith(cells).some((move) => move.clicks.length > cells.length);
  }

  showMarks() {
    const depth = this.prefix.length;
    const next = [...new Set(this.beginningWith(this.prefix).map((move) => move.clicks[depth]).filter((cell) => cell !== undefined))];
    this.board.mark(depth ? { selected: this.prefix, targets: next, odds: this.oddsFrom(this.prefix) } : { movable: next });
    this.showSteps();
    if (this.begun !== this.told) this.stepped?.();
    this.told = this.begun;
  }

  /** Whether a step was made of a move with several steps. */
  get begun() {
    return this.prefix.length > 1;
  }

  /** How likely the attacks that begin with these cells succeed, by the cell that they end on. */
  oddsFrom(cells) {
    return new Map(this.beginningWith(cells).flatMap(({ clicks, odds }) => (odds === undefined ? [] : [[clicks.at(-1), odds]])));
  }

  /** Before anything is chosen, pointing at a place tells the odds of its attacks. */
  hover(event) {
    if (this.prefix.length || this.drag) return;
    const cell = event.type === "pointerover" ? cellOf(event.target) : null;
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.board.showOdds(cell === null ? new Map() : this.oddsFrom([cell]));
  }

  /** Shows the pieces where the steps made so far have brought them: every second cell is where a step ends. */
  showSteps() {
    const { board, prefix } = this;
    for (const body of this.brought.values()) board.putDown(body);
    this.brought.clear();
    for (let k = 1; k < prefix.length; k += 2) {
      const [from, to] = [prefix[k - 1], prefix[k]];
      const body = this.brought.get(from) ?? board.drawn.get(from);
      this.brought.delete(from);
      if (body) this.brought.set(to, body);
    }
    for (const [cell, body] of this.brought) {
      const [from, to] = [Number(body.parentNode.dataset.on), cell].map((one) => board.placed.cells[one].centre);
      board.hold(body);
      body.style.setProperty("transform", `translate(${to[0] - from[0]}px, ${to[1] - from[1]}px)`);
    }
  }

  /** Takes back the step that a cell belongs to and those after it; by default the last one. */
  back(cell = this.prefix.at(-1)) {
    const place = this.prefix.lastIndexOf(cell);
    this.prefix = this.prefix.slice(0, place - (place % 2));
    this.closeChooser();
    this.showMarks();
  }

  /** Takes a cell as the next click of a move. */
  pick(cell) {
    this.closeChooser();
    const cells = [...this.prefix, cell];
    const moves = this.beginningWith(cells);
    if (moves.length === 0) {
      if (this.prefix.includes(cell)) return this.back(cell);
      const other = this.beginningWith([cell]).length > 0;
      if (!other) this.refused?.(cell, this.prefix);
      this.prefix = other ? [cell] : [];
    } else {
      this.prefix = cells;
      const complete = moves.filter((move) => move.clicks.length === cells.length);
      if (complete.length === 1 && moves.length === 1) return this.finish(complete[0]);
      if (complete.length > 0) this.choose(complete, cell);
      else if (this.leave(cell)) this.leaving?.();
    }
    this.showMarks();
  }

  /** The move by which a piece leaves the board: its cell is clicked twice. */
  leave(cell) {
    return this.legal.find(({ clicks }) => clicks.length === 2 && clicks.every((one) => one === cell));
  }

  finish(move) {
    this.clear();
    this.chosen(move.text);
  }

  /** Several moves have the same clicks: asks which one. */
  choose(moves, cell) {
    const [x, y] = this.board.placed.cells[cell].centre;
    const { left, top, width, height } = this.board.placed.box;
    const pictured = moves.every((move) => move.becomes);
    const options = moves.map((move) => (pictured ? this.picture(move) : button(move.text, () => this.finish(move))));
    this.chooser = h(`div.chooser${pictured ? ".pictured" : ""}`, { role: "dialog", "aria-label": "Which move?", style: {
      "--x": `${(100 * (x - left)) / width}%`, "--y": `${(100 * (y - top)) / height}%`,
    } }, options, button("Cancel", () => this.clear(), { class: "quiet" }));
    this.chooser.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.clear();
    });
    this.board.element.append(this.chooser);
    options[0].focus();
  }

  /** A move as the piece that it makes. */
  picture(move) {
    const { seats } = this.board;
    const drawing = s("svg", { viewBox: "-1.05 -1.05 2.1 2.1", "aria-hidden": "true" }, drawPiece(move.becomes, seats));
    return button(drawing, () => this.finish(move), { class: "piece-choice", "aria-label": pieceInWords(move.becomes, seats), title: pieceInWords(move.becomes, seats) });
  }

  closeChooser() {
    if (!this.chooser) return;
    const inside = this.chooser.contains(document.activeElement);
    this.chooser.remove();
    this.chooser = null;
    if (inside) this.board.cellElements[this.board.current].focus({ preventScroll: true });
  }

  /** The cell that somebody means: any part of a place stands for the one that can be chosen there. */
  meant(target) {
    const cell = cellOf(target);
    const { cells } = this.board.placed;
    const part = cell === null ? null : cells[cell].place;
    if (!part) return cell;
    const next = (prefix) => this.beginningWith(prefix).map(({ clicks }) => clicks[prefix.length]);
    for (const chosen of [next(this.prefix), this.prefix, next([])]) {
      if (chosen.includes(cell)) return cell;
      const found = chosen.find((one) => one !== undefined && cells[one].place === part);
      if (found !== undefined) return found;
    }
    return cell;
  }

  click(event) {
    const cell = this.meant(event.target);
    if (this.dropped) {
      this.dropped = false;
      return;
    }
    if (cell === null) return this.clear();
    this.board.setCurrent(cell);
    this.pick(cell);
  }

  focused(event) {
    const cell = cellOf(event.target);
    if (cell !== null) this.board.setCurrent(cell);
    this.board.showFocus();
  }

  key(event) {
    const cell = cellOf(event.target);
    if (cell === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = ARROWS[event.key];
    if (direction) {
      const next = towards(this.board.placed.cells, cell, direction);
      this.board.setCurrent(next);
      this.board.cellElements[next].focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.pick(cell);
    } else if (event.key === "Escape") {
      this.back();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  press(event) {
    this.dropped = false;
    const cell = this.meant(event.target);
    if (cell === null || event.button !== 0 || !event.isPrimary) return;
    if (this.beginningWith([cell]).length === 0 && !this.goesOnWith(cell)) return;
    this.drag = { cell, from: [event.clientX, event.clientY], body: this.board.drawn.get(cell), moving: false };
  }

  pull(event) {
    const { drag } = this;
    if (!drag) return;
    const at = [event.clientX, event.clientY];
    if (!drag.moving) {
      if (distance(at, drag.from) < DRAG) return;
      drag.moving = true;
      this.board.svg.setPointerCapture(event.pointerId);
      if (this.prefix.at(-1) !== drag.cell || this.prefix.length > 1) {
        if (!this.goesOnWith(drag.cell)) this.prefix = [];
        this.pick(drag.cell);
      }
      drag.body = this.board.drawn.get(drag.cell);
      if (drag.body) this.board.hold(drag.body);
    }
    const scale = this.board.placed.box.width / this.board.svg.getBoundingClientRect().width;
    const [dx, dy] = [(at[0] - drag.from[0]) * scale, (at[1] - drag.from[1]) * scale];
    drag.body?.style.setProperty("transform", `translate(${dx}px, ${dy}px)`);
  }

  drop(event) {
    const { drag } = this;
    this.putBack();
    if (!drag?.moving) return;
    this.dropped = true;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const cell = under && this.board.svg.contains(under) ? this.meant(under) : null;
    if (cell !== null && cell !== drag.cell) this.pick(cell);
    else if (cell === null && this.leave(drag.cell)) this.finish(this.leave(drag.cell));
  }

  putBack() {
    if (this.drag?.moving && this.drag.body) this.board.putDown(this.drag.body);
    this.drag = null;
  }
}

function cellOf(target) {
  const cell = target.closest?.("[data-cell]")?.getAttribute("data-cell");
  return cell === null || cell === undefined ? null : Number(cell);
}
