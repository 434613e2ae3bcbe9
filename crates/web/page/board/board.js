// One drawing for every game: a board and its views as SVG. It knows cells, pieces and marks, no rules.

import { freshId, h, refill, s } from "../dom.js";
import { shape, swatch } from "../look.js";
import { ground, outline, place, polyline } from "./geometry.js";
import { drawArrow, drawMove } from "./arrows.js";
import { drawBattle, throwDice } from "./battle.js";
import { BRIEF, drawDie, FLY, play, reinforced, rolled, POP, ROLL, SLIDE, slides } from "./motion.js";
import { drawPiece, pieceInWords } from "./pieces.js";
import { Tray } from "./tray.js";

/** @import {Board, Seat, View} from "./types.js" */

const LAYERS = ["frame", "cells", "last", "picked", "lines", "rim", "labels", "pieces", "verdict", "plan", "arrows", "sketch", "top", "odds", "dice", "held"];

/** How much larger than the room of a usual cell a pile is drawn: it rises above its place. */
const PILE = 1.5;

const isDie = ({ shape: name }) => /^die /.test(name);

/** The cells on which the roll lies. @param {View} view */
function diceOf({ pieces }) {
  return pieces.filter(isDie).map(({ cell }) => cell);
}

/** Whether the names of cells stand on the rim and not inside the cells. @param {Board} board */
export function namedOnRim(board) {
  return !board.cells.some((cell) => cell.label);
}

export class BoardView {
  /**
   * @param {Board} board
   * @param {Seat[]} seats
   * @param {{turn?: number, coordinates?: boolean, name?: string, still?: boolean, tray?: boolean}} [options] a still board is a picture;
   * with `tray` it keeps a place for dice
   */
  constructor(board, seats, { turn = 0, coordinates = true, name = "Board", still = false, tray = !still } = {}) {
    this.board = board;
    this.seats = seats;
    this.coordinates = coordinates;
    this.still = still;
    /** @type {View | null} */
    this.view = null;
    this.drawn = new Map();
    /** Where dice have just arrived. */
    this.grown = [];
    this.marks = { selected: [], targets: [], movable: [] };
    this.current = 0;
    /** Dice that lie on the board need no tray. */
    this.hasDice = board.cells.some(({ name }) => name.startsWith("dice-"));
    this.tray = new Tray(tray, this.hasDice);
    this.title = h("span.visually-hidden", { id: freshId("board") }, name);
    this.svg = s("svg.board-svg", { role: still ? "img" : "group", "aria-labelledby": this.title.id });
    this.element = h("div.board", {}, this.title, this.tray.element, this.svg);
    this.layers = Object.fromEntries(LAYERS.map((layer) => [layer, s(`g.layer-${layer}`)]));
    this.svg.append(...Object.values(this.layers));
    this.setTurn(turn);
  }

  /** Draws everything anew with the board turned clockwise. */
  setTurn(degrees) {
    this.degrees = degrees;
    this.placed = place(this.board, degrees);
    const { left, top, width, height } = this.placed.box;
    this.svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    this.element.style.setProperty("--aspect", String(width / height));
    const focused = this.cellElements?.indexOf(document.activeElement) ?? -1;
    this.drawGround();
    if (this.view) this.draw(this.view);
    // Whoever walks over the board with keys stays where he is.
    if (focused >= 0) this.cellElements[focused].focus();
  }

  setCoordinates(on) {
    this.coordinates = on;
    if (this.view) this.draw(this.view);
  }

  drawGround() {
    const { cells, lines, unit } = this.placed;
    const all = cells.map((cell) => outline(cell.rings)).join("");
    refill(this.layers.frame, s("path.frame", { d: all, "stroke-width": unit * 0.13 }));
    const active = (index) => (this.still ? {} : { role: "button", tabindex: index === this.current ? 0 : -1 });
    this.cellElements = cells.map((cell, index) => s("path.cell", {
      d: outline(cell.rings), "data-cell": index, "fill-rule": "evenodd", ...active(index),
    }));
    refill(this.layers.cells, this.cellElements);
    refill(this.layers.lines, lines.map((line) => this.drawLine(line, unit)));
  }

  /** Lets the lines of a seat stand out. @param {number | null} seat */
  markEdge(seat) {
    this.ownEdge = seat;
    this.drawGround();
    if (this.view) this.draw(this.view);
  }

  drawLine({ points, seat }, unit) {
    const d = polyline(points);
    if (seat === undefined || seat === null) return s("path.seam", { d, "stroke-width": unit * 0.06 });
    const { fill, stroke } = swatch(this.seats[seat]);
    const own = seat === this.ownEdge;
    const wide = own ? 1.5 : 1;
    return [
      own ? s("path.edge.own-edge", { d, "stroke-width": unit * 0.36 }) : null,
      s("path.edge", { d, stroke, "stroke-width": unit * 0.16 * wide }),
      s("path.edge", { d, stroke: fill, "stroke-width": unit * 0.105 * wide }),
    ];
  }

  /**
   * Shows a view; with a factor above 0 the change from the last one is animated.
   * @param {View} view
   * @param {number} [factor] how slow
   */
  async update(view, factor = 0) {
    const before = this.view;
    this.latest = view;
    this.grown = reinforced(before, view);
    this.arrows([]);
    if (!before || factor <= 0 || document.hidden) {
      this.draw(view);
      return;
    }
    const outcome = rolled(view);
    const { pending = [] } = before;
    if (outcome.length) await (view.dice && !this.hasDice ? this.tray.roll(outcome, factor) : this.roll(outcome, this.hasDice ? diceOf(view) : pending, factor));
    const brief = factor < BRIEF;
    // An attack that nobody saw is marked with its outcome.
    const sides = view.marked ?? pending;
    if (view.last?.battle && !brief) await this.battle(view.last.battle, sides, factor);
    // Somebody may have gone on while the dice rolled.
    if (this.latest !== view) return;
    this.draw(view);
    await Promise.all([this.animateFrom(before, view, factor), view.last?.battle && brief ? this.battle(view.last.battle, sides, factor) : null]);
  }

  /** Both sides throw their dice where they stand. */
  async battle(sides, cells, factor) {
    if (cells.length < 2) return;
    const drawing = drawBattle(sides, this.seats, this.placed, cells);
    this.arrows([]);
    refill(this.layers.dice, drawing);
    await throwDice(drawing, factor);
    drawing.remove();
  }

  draw(view) {
    this.view = view;
    this.drawCells(view);
    this.drawLast(view);
    this.drawRim();
    this.tray.show(view);
    this.drawVerdict(view);
    this.drawn.clear();
    refill(this.layers.held);
    const occupied = new Set(view.pieces.map((piece) => piece.cell));
    refill(this.layers.labels, this.coordinates ? this.placed.cells.map((cell, index) => this.drawLabel(cell, index, occupied)) : []);
    // A pile may reach over the cell behind it.
    const depth = ({ cell }) => this.placed.cells[cell].centre[1];
    refill(this.layers.pieces, [...view.pieces].sort((a, b) => depth(a) - depth(b)).map((piece) => this.drawPieceOn(piece)));
    this.drawMarks();
  }

  cellFill(index) {
    const tone = this.view.tones[index];
    return typeof tone === "object" && tone !== null ? swatch(this.seats[tone.seat]).cell : `var(--board-${tone})`;
  }

  drawCells(view) {
    const names = this.describeCells(view);
    const unit = this.placed.unit;
    this.cellElements.forEach((element, index) => {
      const owned = typeof view.tones[index] === "object";
      const part = Boolean(this.placed.cells[index].place);
      element.style.setProperty("fill", this.cellFill(index));
      // Nothing is seen between the parts of a place.
      if (part) element.style.setProperty("stroke", this.cellFill(index));
      element.classList.toggle("part", part);
      element.classList.toggle("owned", owned);
      element.setAttribute("stroke-width", unit * (part ? 0.07 : owned ? 0.035 : 0.018));
      if (!this.still) element.setAttribute("aria-label", names[index]);
    });
  }

  /** `e4, White knight`; the name alone for an empty cell, with its owner where it has one. */
  describeCells(view) {
    const names = this.board.cells.map((cell) => cell.name);
    const filled = new Set();
    for (const piece of view.pieces) {
      names[piece.cell] += `, ${pieceInWords(piece, this.seats)}`;
      filled.add(piece.cell);
    }
    return names.map((name, index) => {
      const tone = view.tones[index];
      return typeof tone === "object" && !filled.has(index) ? `${name}, ${this.seats[tone.seat]?.name}` : name;
    });
  }

  /** Marks the last event; chance that touched no cell leaves the move before it marked. */
  drawLast(view) {
    if (view.marked) this.lastCells = view.marked;
    else if (view.last?.by !== null || view.last?.cells.length) this.lastCells = view.last?.cells ?? [];
    const recent = [...new Set(view.recent ?? [])].filter((index) => !this.lastCells?.includes(index) && typeof view.tones[index] !== "object");
    refill(this.layers.last, recent.map((index) => s("g.recent", {}, this.tint(index, 0.16))), (this.lastCells ?? []).map((index) => [this.tint(index, 0.25), this.border(index, "last", 0.055)]));
  }

  /** The accent over a cell; none on a place that somebody owns: it would look like another's. */
  tint(index, opacity) {
    if (typeof this.view.tones[index] === "object") return null;
    return s("path.tint", { d: ground(this.placed.cells[index]), opacity, "fill-rule": "evenodd" });
  }

  /** A border of accent colour over dark: visible on every colour. */
  border(index, name, width) {
    const d = ground(this.placed.cells[index]);
    const { unit } = this.placed;
    return s(`g.${name}`, {}, s("path.under", { d, "stroke-width": unit * (width + 0.05) }), s("path.over", { d, "stroke-width": unit * width }));
  }

  /** The sums of the battle that was decided last, on the border between both sides. */
  drawVerdict({ last, pieces }) {
    const sums = last?.battle?.map(({ faces }) => faces.reduce((sum, face) => sum + face, 0));
    if (!sums || !(this.lastCells?.length > 1)) return refill(this.layers.verdict);
    const [a, b] = this.lastCells.map((cell) => this.placed.cells[cell].centre);
    const { unit } = this.placed;
    const won = pieces.find(({ cell }) => cell === this.lastCells[1])?.seat === last.battle[0].seat;
    const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    return refill(this.layers.verdict, s("g.verdict", { class: won ? "won" : "lost" },
      s("rect", { x: x - unit * 0.56, y: y - unit * 0.19, width: unit * 1.12, height: unit * 0.38, rx: unit * 0.19 }),
      s("text", { x, y, "font-size": unit * 0.24, "text-anchor": "middle", "dominant-baseline": "central" }, `${sums[0]} : ${sums[1]}`)));
  }

  drawRim() {
    const size = this.placed.box.width * 0.025;
    refill(this.layers.rim, this.coordinates
      ? this.placed.rim.map(({ at: [x, y], text }) => s("text.rim", { x, y, "font-size": size * (text.startsWith("(") ? 0.75 : 1), class: text.startsWith("(") ? "rim aside" : "rim" }, text)) : []);
  }

  drawLabel(cell, index, occupied) {
    if (!cell.label) return null;
    const [x, y] = cell.centre;
    const full = occupied.has(index);
    const tone = this.view.tones[index];
    const owned = typeof tone === "object";
    return s("text.label", {
      x, y: full ? y + cell.room * 0.79 : y,
      "font-size": cell.room * (full ? 0.42 : 0.46),
      style: { fill: owned ? swatch(this.seats[tone.seat]).label : `var(--board-on-${tone})` },
    }, cell.name);
  }

  drawPieceOn(piece) {
    const { centre: [x, y], room: own, label } = this.placed.cells[piece.cell];
    const room = shape(piece).pile ? (PILE * this.placed.unit) / 2 : own;
    // A name below the piece needs a part of the room.
    const labelled = label && this.coordinates;
    const lift = labelled ? room * 0.2 : 0;
    const radius = room * (labelled ? 0.76 : 0.94);
    const inner = s("g.piece-body", {}, s("g", { transform: `scale(${radius})` }, drawPiece(piece, this.seats)));
    const group = s("g.piece", { transform: `translate(${x} ${y - lift})`, "data-on": piece.cell }, inner);
    this.drawn.set(piece.cell, inner);
    return group;
  }

  async animateFrom(before, view, factor) {
    const pairs = slides(before.pieces, view);
    const work = this.grown.map(({ cell, seat }, k) => this.flyIn(cell, seat, k, factor));
    for (const piece of view.pieces) {
      const body = this.drawn.get(piece.cell);
      const old = pairs.get(piece);
      if (old) {
        const [from, to] = [this.placed.cells[old.cell].centre, this.placed.cells[piece.cell].centre];
        body.parentNode.parentNode.append(body.parentNode);
        const frames = [{ transform: `translate(${from[0] - to[0]}px, ${from[1] - to[1]}px)` }, { transform: "none" }];
        work.push(play(body, frames, SLIDE * factor));
      } else if (!isDie(piece) && !before.pieces.some((one) => one.cell === piece.cell && one.seat === piece.seat && one.shape === piece.shape)) {
        const frames = [{ transform: "scale(0.55)", opacity: 0.2 }, { transform: "scale(1.14)", offset: 0.6 }, { transform: "none" }];
        work.push(play(body, frames, POP * factor));
      }
    }
    await Promise.all(work);
  }

  /** A die flies from the top of the board onto a cell; later ones follow a little later. */
  async flyIn(cell, seat, rank, factor) {
    const [x, y] = this.placed.cells[cell].centre;
    const { left, top, width } = this.placed.box;
    const flying = s("g", {}, drawDie("1", this.seats[seat]));
    const group = s("g", { transform: `translate(${x} ${y}) scale(${this.placed.unit * 0.16})` }, flying);
    this.layers.dice.append(group);
    const scale = this.placed.unit * 0.16;
    const from = `translate(${(left + width / 2 - x) / scale}px, ${(top - y) / scale}px)`;
    const wait = Math.min(0.6, rank * 0.06);
    await play(flying, [{ transform: from, opacity: 1 }, { transform: from, opacity: 1, offset: wait }, { transform: "none", opacity: 1, offset: 0.95 }, { transform: "none", opacity: 0 }], FLY * factor);
    group.remove();
  }

  /** Dice tumble over the middle of the cells that they decide about. */
  async roll(faces, cells, factor) {
    const places = cells.map((index) => this.placed.cells[index].centre);
    const { left, top, width, height } = this.placed.box;
    const [x, y] = places.length
      ? [0, 1].map((k) => places.reduce((sum, at) => sum + at[k], 0) / places.length)
      : [left + width / 2, top + height / 2];
    const side = this.placed.unit * (places.length ? 0.3 : 0.42);
    const own = places.length === faces.length && this.hasDice ? this.placed.cells[cells[0]].room * 0.68 : 0;
    const dice = faces.map((face, k) => {
      const tumbling = s("g", {}, drawDie(face, own ? this.seats[this.latest.pieces.find(({ cell }) => cell === cells[k])?.seat] : undefined));
      const at = own ? `translate(${places[k].join(" ")}) scale(${own})` : `translate(${x + (k - (faces.length - 1) / 2) * side * 2.5} ${y}) scale(${side})`;
      return { tumbling, group: s("g", { transform: at }, tumbling) };
    });
    refill(this.layers.dice, dice.map((die) => die.group));
    const frames = [
      { transform: "translate(0, -1.6px) rotate(-220deg) scale(0.4)", opacity: 0 },
      { transform: "rotate(20deg) scale(1.15)", opacity: 1, offset: 0.55 },
      { transform: "rotate(0deg) scale(1)", offset: 0.7 },
      { transform: "rotate(0deg) scale(1)" },
    ];
    await Promise.all(dice.map((die) => play(die.tumbling, frames, ROLL * factor, "ease-out")));
    refill(this.layers.dice);
  }

  /** Lifts a piece above everything else. */
  hold(body) {
    this.layers.held.append(body.parentNode);
  }

  /** Puts a piece that was held back to where it stands. */
  putDown(body) {
    body.style.removeProperty("transform");
    // A new position has been drawn meanwhile: the old piece is gone.
    if (this.drawn.get(Number(body.parentNode.dataset.on)) === body) this.layers.pieces.append(body.parentNode);
    else body.parentNode.remove();
  }

  /** Ends all running animations at once. */
  skip() {
    for (const animation of this.element.getAnimations({ subtree: true })) animation.finish();
  }

  /**
   * @param {{selected?: number[], targets?: number[], movable?: number[], odds?: Map<number, number>}} marks `odds`: how likely a
   * battle for a target is won
   */
  mark({ selected = [], targets = [], movable = [], odds = new Map() }) {
    this.marks = { selected, targets, movable };
    this.showOdds(odds);
    if (this.view) this.drawMarks();
  }

  /** Writes on cells how likely an attack on them succeeds. @param {Map<number, number>} odds */
  showOdds(odds) {
    const { cells, unit } = this.placed;
    refill(this.layers.odds, [...odds].map(([cell, share]) => {
      const [x, y] = [cells[cell].centre[0], cells[cell].centre[1] + unit * 0.6];
      const text = share > 0.995 ? "sure" : `${Math.round(100 * share)} %`;
      return s("g.odds", { class: share > 0.6 ? "good" : share < 0.4 ? "bad" : null, "data-odds": cell },
        s("rect", { x: x - unit * 0.46, y: y - unit * 0.2, width: unit * 0.92, height: unit * 0.4, rx: unit * 0.2 }),
        s("text", { x, y, "font-size": unit * 0.26, "text-anchor": "middle", "dominant-baseline": "central" }, text));
    }));
  }

  drawMarks() {
    const { selected, targets, movable } = this.marks;
    const occupied = new Set(this.view.pieces.map((piece) => piece.cell));
    // The tint lies under the piece, the border above everything.
    refill(this.layers.picked, selected.map((index) => this.tint(index, 0.55)),
      selected.length ? null : movable.filter((index) => occupied.has(index)).map((index) => this.mayMove(index)));
    refill(this.layers.top,
      selected.length ? this.veil(new Set([...selected, ...targets])) : null,
      targets.map((index) => this.target(index, occupied.has(index))),
      selected.map((index) => this.border(index, "selected", 0.09)),
      this.focusMark = s("g.focus-mark"));
    this.cellElements.forEach((element, index) => {
      element.classList.toggle("movable", movable.includes(index) || targets.includes(index));
      if (selected.includes(index)) element.setAttribute("aria-pressed", "true");
      else element.removeAttribute("aria-pressed");
    });
    if (this.svg.contains(document.activeElement)) this.showFocus();
  }

  /** The mark of something that can move now: a ring round a piece, the border of a place that somebody owns. */
  mayMove(index) {
    if (typeof this.view.tones[index] === "object") return this.border(index, "may-move", 0.045);
    const { centre: [cx, cy], room } = this.placed.cells[index];
    return s("g.may-move", {}, s("circle.under", { cx, cy, r: room * 0.95, "stroke-width": room * 0.18 }), s("circle.over", { cx, cy, r: room * 0.95, "stroke-width": room * 0.12 }));
  }

  /** On a map of owned places those that do not matter now step back. */
  veil(clear) {
    return this.placed.cells.flatMap((cell, index) => (typeof this.view.tones[index] === "object" && !clear.has(index)
      ? [s("path.veil", { d: outline(cell.rings), "fill-rule": "evenodd" })] : []));
  }

  /** A dot on an empty cell, a ring round a piece or a name, the border of a place that somebody owns. */
  target(index, full) {
    const cell = this.placed.cells[index];
    const [cx, cy] = cell.centre;
    if (typeof this.view.tones[index] === "object") return this.border(index, "aim", 0.035);
    if (!full && !cell.label) {
      return s("circle.dot", { cx, cy, r: cell.room * 0.24, "stroke-width": cell.room * 0.05 });
    }
    const r = cell.room * 0.93;
    return s("g.ring", {},
      s("circle.under", { cx, cy, r, "stroke-width": cell.room * 0.19 }),
      s("circle.over", { cx, cy, r, "stroke-width": cell.room * 0.12 }));
  }

  /** Makes a cell the one that the Tab key reaches. */
  setCurrent(index) {
    this.cellElements[this.current]?.setAttribute("tabindex", "-1");
    this.current = index;
    this.cellElements[index].setAttribute("tabindex", "0");
  }

  /** Draws the keyboard's cursor above everything, where no neighbour can cover it. */
  showFocus() {
    if (!this.focusMark) return;
    const focused = this.cellElements.find((element) => element === document.activeElement && element.matches(":focus-visible"));
    refill(this.focusMark, focused ? s("path.focus", { d: ground(this.placed.cells[Number(focused.dataset.cell)]), "stroke-width": this.placed.unit * 0.08 }) : null);
  }

  /** Marks a move that is chosen in advance. @param {number[]} cells */
  plan(cells) {
    refill(this.layers.plan, cells.map((index) => s("path.planned", { d: ground(this.placed.cells[index]), "fill-rule": "evenodd" })),
      cells.length > 1 ? s("g.planned-arrow", {}, drawArrow(cells.map((index) => this.placed.cells[index]), this.placed.unit, 0, 1)) : null);
  }

  /** Draws what the reader has sketched. @param {number[][]} moves */
  sketch(moves) {
    refill(this.layers.sketch, moves.map((cells) => drawArrow(cells.map((index) => this.placed.cells[index]), this.placed.unit, 0, 1)));
  }

  /**
   * Draws moves as arrows, the first strongest.
   * @param {{cells: number[], seat?: number}[]} moves
   * @param {boolean} [alike] whether they are no line but of equal rank
   */
  arrows(moves, alike = false) {
    const drawn = moves.filter((move) => move.cells?.length).map((move, rank) =>
      drawMove(move.cells.map((index) => this.placed.cells[index]), this.placed.unit, alike ? 0 : rank, alike ? 1 : moves.length));
    refill(this.layers.arrows, drawn.reverse());
  }
}
