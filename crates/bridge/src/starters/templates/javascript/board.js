// What a message `turn` says, in pieces that are easy to use. The README shows how moves are written, and lists the facts
// of each game.

// A legal move, taken apart.
class Move {
  constructor(text) {
    this.text = text; // the whole text, which is your answer
    this.from = null; // where it begins; null for a move without places, such as a pass or the end of a turn
    this.to = null; // where it ends; null where it ends nowhere, because the piece leaves the board
    this.how = ""; // the rest: a piece that is promoted to, or how it goes (`>`, `^`, `!`)
    const sign = Math.max(text.indexOf(">"), text.indexOf("^"));
    const dash = text.indexOf("-", 1);
    if (sign > 0) {
      [this.from, this.how, this.to] = [text.slice(0, sign), text[sign], text.slice(sign + 1)];
    } else if (text.length > 1 && text.endsWith("!")) {
      [this.from, this.how] = [text.slice(0, -1), "!"];
    } else if (dash > 0 && dash < text.length - 1) {
      [this.from, this.to] = [text.slice(0, dash), text.slice(dash + 1)];
    } else if (/^.\d.{2,3}$/.test(text)) {
      [this.from, this.to, this.how] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)];
    }
  }
}

// The position in which you are asked.
class Board {
  constructor(turn) {
    this.seat = turn.seat; // yours, from 0
    this.legal = (turn.legal ?? []).map((text) => new Move(text)); // your moves
    this.pieces = new Map(turn.board.map(({ cell, piece }) => [cell, piece])); // what stands where
    this.owners = new Map(turn.board.map(({ cell, seat }) => [cell, seat ?? null])); // whose it is; null: nobody's
    this.facts = turn.facts ?? {}; // what the pieces do not show, by name
    const areas = this.facts.areas ?? [];
    this.areas = new Map(areas.map((area) => [area.area, area])); // the map by number: seat, dice, neighbours
  }

  // The cells with pieces of a seat.
  cellsOf(seat) {
    return [...this.owners].filter(([, owner]) => owner === seat).map(([cell]) => cell);
  }

  // Whether a move takes what stands where it ends.
  takes(move) {
    const owner = this.owners.get(move.to) ?? null;
    return owner !== null && owner !== this.seat;
  }
}

module.exports = { Board, Move };
