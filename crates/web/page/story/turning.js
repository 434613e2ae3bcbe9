// A turning point: the board before it with the move that was made and the better one, or the dice, and what it changed.

import { button, h } from "../dom.js";
import { drawMove } from "../board/arrows.js";
import { BoardView } from "../board/board.js";
import { whom } from "../seats.js";
import { asPictures, planned } from "../table/words.js";
import { WhatIf } from "./what_if.js";

export class TurningPoint {
  /** @param {any} turn @param {number} rank @param {import("./story.js").Story} story */
  constructor(turn, rank, story) {
    const { game } = story;
    Object.assign(this, { turn, rank, story });
    this.seat = game.seats[turn.seat];
    this.entry = game.log[turn.count - 1];
    this.holder = h("div.turning-board");
    this.words = h("p", {}, this.told(null));
    this.place = story.place(turn.count);
    const mover = game.log.slice(turn.count - 1).find(({ by }) => by !== null)?.by;
    const heading = turn.dice || mover === undefined ? this.place : `${this.place}, ${whom(game.seats[mover])}`;
    this.whatIf = new WhatIf(this);
    this.element = h("li", {},
      button(this.holder, () => story.go(turn.count - 1), { class: "quiet turning-picture", "aria-label": `Show the position before ${this.place.toLowerCase()}` }),
      h("div.turning-words", {}, h("h4", {}, h("span.number", { "aria-hidden": "true" }, String(rank + 1)), heading), this.words, this.whatIf.opener),
      this.whatIf.element);
    story.look(turn.count - 1).then((view) => this.draw(view), () => {});
  }

  /** The position, with arrows for the move that was made and for the better one. */
  draw(view) {
    const { board, seats } = this.story.game;
    const { turn, entry } = this;
    const drawing = new BoardView(board, seats, { turn: this.story.angle(), coordinates: false, name: `Before ${this.place.toLowerCase()}`, still: true });
    drawing.draw({ ...view, dice: undefined });
    const arrow = (cells, kind) => {
      if (!cells.length) return;
      const shape = drawMove(cells.map((cell) => drawing.placed.cells[cell]), drawing.placed.unit, 0, 1);
      shape.classList.add(kind);
      drawing.layers.arrows.append(shape);
    };
    this.better = cellsOf(board, turn.better_cells);
    if (turn.dice) arrow(view.pending ?? [], "rolled");
    else {
      arrow(this.better, "better");
      arrow(entry.cells ?? [], "played");
    }
    this.words.replaceChildren(...[this.told(view)].flat(2).filter((part) => part !== null));
    this.holder.replaceChildren(drawing.element);
  }

  /** What happened, in a sentence; with the position the better move is told in words. */
  told(view) {
    const { turn, entry, seat } = this;
    const { game } = this.story;
    const amount = h("strong", {}, this.story.amount(turn.change));
    if (turn.dice) {
      const faces = entry.told.dice?.length || entry.told.battle ? h("span.turning-dice", {}, asPictures(entry, game.seats)) : null;
      return [faces, faces ? " " : null, `The dice ${turn.change > 0 ? "gave" : "took"} `, amount, ` ${turn.change > 0 ? "to" : "from"} ${whom(seat)}.`];
    }
    const better = view && planned(view, game.board, turn.better, this.better);
    return [`${seat.name} gave away `, amount, ": ", h("span.made", {}, this.story.spell(entry)), ". Better: ", h("span.better-move", {}, better ? this.story.spell(better) : turn.better), "."];
  }
}

function cellsOf(board, names = []) {
  return names.map((name) => board.cells.findIndex((cell) => cell.name === name)).filter((cell) => cell >= 0);
}
