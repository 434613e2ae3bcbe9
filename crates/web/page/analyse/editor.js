// A board editor for any game: pick what is to stand there, click a cell. The rules say what is possible.

import { complain, notify } from "../announce.js";
import { post } from "../api.js";
import { drawPiece, pieceInWords } from "../board/pieces.js";
import { click } from "../sentences.js";
import { button, h, refill, s } from "../dom.js";

/** @typedef {{cell: number, piece?: import("../board/types.js").Piece, position: string}} CellEdit */

export class Editor {
  /**
   * @param {(position: string) => Promise<void>} show shows another position
   * @param {AbortSignal} signal
   */
  constructor(show, signal) {
    this.show = show;
    this.signal = signal;
    this.on = false;
    /** What the next click puts down; null empties a cell. */
    this.held = null;
    this.palette = h("div.palette", { role: "toolbar", "aria-label": "What to put on the board", hidden: true });
    this.turns = h("div.palette-turns", { hidden: true });
    this.switch = button("Edit the board", () => this.toggle(), { "aria-pressed": "false" });
    this.element = h("div.editor", {}, this.palette, this.turns);
  }

  toggle() {
    this.on = !this.on;
    this.switch.textContent = this.on ? "Stop editing" : "Edit the board";
    this.switch.setAttribute("aria-pressed", String(this.on));
    if (this.on) notify(`Choose a piece above the board, then ${click()} the cells where you want it.`);
    this.changed?.();
    this.refresh();
  }

  /** The board shows a position. */
  async look({ game, variant }, view, seats) {
    Object.assign(this, { game, variant, view, seats });
    if (this.on) await this.refresh();
  }

  /** Asks what can be changed at the position on the board. */
  refresh() {
    this.edits = null;
    this.palette.hidden = this.turns.hidden = !this.on;
    this.ready = this.on ? this.ask(this.view.state) : Promise.resolve();
    return this.ready;
  }

  async ask(state) {
    try {
      const edits = await post("/api/edits", { game: this.game, variant: this.variant, position: state }, this.signal);
      // Another position has come meanwhile, and with it another answer.
      if (this.view.state !== state) return await this.ready;
      this.edits = edits;
      this.drawPalette();
    } catch (error) {
      complain(error);
    }
    return undefined;
  }

  drawPalette() {
    if (!this.edits) return;
    const { cells, turns } = this.edits;
    const kinds = new Map(cells.filter(({ piece }) => piece).map(({ piece }) => [kind(piece), piece]));
    for (const piece of this.view.pieces) kinds.set(kind(piece), piece);
    const order = [...kinds.values()].sort((a, b) => (a.seat ?? 99) - (b.seat ?? 99) || a.shape.localeCompare(b.shape, undefined, { numeric: true }));
    const empties = cells.some(({ piece }) => !piece);
    refill(this.palette, empties ? this.choice(null) : null, order.map((piece) => this.choice(piece)),
      order.length || empties ? null : h("p.muted", {}, "Nothing can be changed by hand here. The text below can."));
    refill(this.turns, turns.filter(({ turn }) => turn.seat !== undefined).map(({ turn, position }) =>
      button(`${this.seats[turn.seat].name} to move`, () => this.show(position), { class: "quiet" })));
  }

  choice(piece) {
    const words = piece ? pieceInWords(piece, this.seats) : "Empty cell";
    const drawing = piece ? s("svg", { viewBox: "-1.05 -1.05 2.1 2.1", "aria-hidden": "true" }, drawPiece(piece, this.seats)) : "✕";
    const pressed = (piece ? kind(piece) : null) === (this.held ? kind(this.held) : null);
    return button(drawing, () => {
      this.held = piece;
      this.drawPalette();
    }, { class: "piece-choice", title: words, "aria-label": words, "aria-pressed": String(pressed) });
  }

  /** Puts what is held on a cell, after what was clicked before. */
  put(cell) {
    const { held } = this;
    this.last = (this.last ?? Promise.resolve()).then(() => this.change(cell, held)).catch(complain);
    return this.last;
  }

  /** In two steps where owner and size change. */
  async change(cell, held) {
    const goal = held ? kind(held) : null;
    await this.ready;
    const there = this.view.pieces.find((piece) => piece.cell === cell);
    if ((there ? kind(there) : null) === goal) return;
    const here = this.edits?.cells.filter((edit) => edit.cell === cell) ?? [];
    const whole = here.find(({ piece }) => (piece ? kind(piece) : null) === goal);
    const half = whole ?? here.find(({ piece }) => piece && held && piece.seat === held.seat && piece.shape === there?.shape);
    if (!half) {
      notify(held ? `The rules do not allow ${pieceInWords(held, this.seats)} there.` : "The rules do not allow this cell to be empty.");
      return;
    }
    await this.show(half.position);
    if (!whole) {
      await this.ready;
      const rest = this.edits?.cells.find(({ cell: at, piece }) => at === cell && piece && kind(piece) === goal);
      if (rest) await this.show(rest.position);
    }
  }
}

const kind = ({ seat, shape }) => `${seat ?? ""} ${shape}`;
