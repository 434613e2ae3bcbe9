// The board with everything round it that plays: input, typed moves, the reader's settings.

import { button, h, refill, select, tick } from "../dom.js";
import { notify } from "../announce.js";
import { path, post } from "../api.js";
import { capital, click } from "../sentences.js";
import { changeSetting, onSetting, setting } from "../settings.js";
import { BoardView, namedOnRim } from "./board.js";
import { MoveEntry } from "./entry.js";
import { homeAngle, way } from "./geometry.js";
import { MoveInput } from "./input.js";
import { Premove } from "./premove.js";
import { Sketch } from "./sketch.js";
import { isName } from "../table/words.js";
import { theatreSwitch } from "../watch/theatre.js";

/** @import {Board, Legal, Seat, View} from "./types.js" */

const PACES = [
  { value: "slow", text: "Slow" }, { value: "normal", text: "Normal" },
  { value: "fast", text: "Fast" }, { value: "off", text: "Off" },
];

const starts = new Map();

/** The start of a game, to see where each seat has its home; asked for once. */
function startOf(game, variant) {
  const key = path`${game}/${variant}`;
  if (!starts.has(key)) starts.set(key, post("/api/positions", { game, variant }).catch(() => null));
  return starts.get(key);
}

export class Stage {
  /**
   * @param {(move: string) => void} chosen
   * @param {AbortSignal} signal
   * @param {(cell: number, selected: number[]) => void} [refused] a click that begins no move
   */
  constructor(chosen, signal, refused) {
    this.chosen = chosen;
    this.refused = refused;
    this.holder = h("div.board-holder");
    this.entry = new MoveEntry(chosen);
    this.quarter = 0;
    this.home = 0;
    onSetting((name) => this.settingChanged(name), signal);
    this.names = tick("Coordinates", false, (on) => changeSetting("coordinates", on));
    this.tools = h("div.board-tools", { role: "toolbar", "aria-label": "Board" },
      this.names,
      tick("Sound", setting("sound"), (on) => changeSetting("sound", on)),
      button("⟳ Turn", () => this.turnMore(), { class: "turn-board", title: "Turn the board", "aria-label": "Turn the board" }),
      theatreSwitch(signal),
      h("label.inline", {}, "Animation ", select(PACES, setting("pace"), (value) => changeSetting("pace", value))));
    this.tip = h("p.tip", { hidden: true });
    this.element = h("div.stage", {}, this.holder, this.tip, this.tools);
  }

  /** @param {Board} board @param {Seat[]} seats @param {string} name */
  setBoard(board, seats, name) {
    const same = this.boardView && JSON.stringify(this.boardView.board) === JSON.stringify(board);
    if (same) {
      this.boardView.seats = seats;
      return;
    }
    const coordinates = setting("coordinates") ?? namedOnRim(board);
    this.names.querySelector("input").checked = coordinates;
    /** How moves on this board are told: see `asPictures`. */
    // A name of digits alone says nothing to people.
    const spoken = board.cells.filter(({ name }) => isName(name));
    this.manner = { named: coordinates && spoken.length > 0 && spoken.every(({ name }) => /^[A-Za-z]+\d+$/.test(name)), way: (cells) => way(board, cells) };
    this.boardView = new BoardView(board, seats, { turn: this.angle, coordinates, name });
    this.sketch = new Sketch(this.boardView);
    this.premove = new Premove(this.boardView);
    this.input = new MoveInput(this.boardView, this.chosen, (cell, selected) => this.refuse(cell, selected), () => notify(`${capital(click())} this piece once more to take it off the board, or drag it out.`));
    refill(this.holder, this.boardView.element);
  }

  /** A click that begins no move: it may choose one in advance, else somebody says why not. */
  refuse(cell, selected) {
    const { pieces, tones } = this.boardView.view;
    const mine = (seat) => this.seatsHere?.includes(seat);
    const owned = mine(pieces.find((piece) => piece.cell === cell)?.seat) || mine(tones[cell]?.seat);
    if (selected.length === 0 && this.premove.pick(cell, owned)) return;
    this.refused?.(cell, selected);
  }

  get angle() {
    return this.home + this.quarter;
  }

  /** Turns the board so that a seat's home is at the bottom. */
  async faceSeat(game, variant, seat) {
    const start = await startOf(game, variant);
    const { board, seats } = this.boardView;
    // Maps that are drawn anew for each game have no homes.
    if (!start || start.board.cells.length !== board.cells.length) return;
    this.home = homeAngle(start.board, start.view, seats.length, seat);
    this.step = seats.length > 2 ? 360 / seats.length : 180;
    if (this.boardView.degrees !== this.angle) this.turn();
  }

  turn() {
    this.boardView.setTurn(this.angle);
    // Arrows beside the board point where those on it do.
    this.element.closest(".table")?.style.setProperty("--turn", `${this.angle}deg`);
  }

  turnMore() {
    this.quarter = (this.quarter + (this.step ?? 90)) % 360;
    if (this.boardView) this.turn();
    this.sketch?.show();
    this.premove?.show();
  }

  settingChanged(name) {
    if (name === "coordinates") this.boardView?.setCoordinates(setting("coordinates"));
  }

  /** @param {View} view @param {number} factor */
  async show(view, factor) {
    await this.boardView.update(view, factor);
    const { pending = [] } = view;
    // Nothing moved yet: an arrow says what chance decides about.
    if (pending.length > 1) this.boardView.arrows([{ cells: pending }]);
  }

  /**
   * Says under the board what a newcomer needs, and marks it on the board where nobody has moved yet.
   * @param {{words: string, arrows: number[][], edge: boolean}} tip @param {number} seat @param {boolean} fresh
   */
  showTip({ words, arrows, edge }, seat, fresh) {
    this.tip.textContent = words;
    this.tip.hidden = false;
    this.boardView.markEdge(edge ? seat : null);
    if (fresh && arrows.length) this.boardView.arrows(arrows.map((cells) => ({ cells })), true);
  }

  /** @param {Legal[]} legal */
  setLegal(legal) {
    this.input.setLegal(legal);
    this.entry.setLegal(legal);
  }

  /** Draws a candidate's line on the board. */
  showLine(candidate) {
    this.boardView.arrows(candidate ? candidate.cells.slice(0, 6).map((cells) => ({ cells })) : []);
  }
}
