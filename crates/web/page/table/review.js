// The review of a finished game: the curve, mistakes, turning points, and luck beside skill.

import { complain } from "../announce.js";
import { get, post } from "../api.js";
import { Curve } from "../analyse/curve.js";
import { button, h, refill } from "../dom.js";
import { seatBadge } from "../seats.js";
import { inWords, planned } from "./words.js";

/** How often the server is asked how far it is. */
const PAUSE = 500;
const MISTAKES = 6;

/** @typedef {{engine: string, curve: [number, number[]][], mistakes: any[], players: any[], turning_points: any[]}} Review */

export class ReviewPanel {
  /**
   * @param {string} base path of the game below /api
   * @param {{go: (count: number) => void, look: (count: number) => Promise<any>, signal: AbortSignal}} game shows a position; gives its view
   */
  constructor(base, { go, look, signal }) {
    this.path = `${base}/review`;
    this.go = go;
    this.look = look;
    this.signal = signal;
    this.curve = new Curve(go);
    this.body = h("div.review-body");
    this.element = h("section.panel.review", { "aria-label": "Review", hidden: true }, h("h2", {}, "Review"), this.body);
  }

  /** Shows a review that was made before; `game` is the snapshot. */
  async recall(game) {
    this.game = game;
    const state = await get(this.path, this.signal).catch(() => null);
    if (state?.state === "running" || this.fits(state)) this.follow(state);
    else this.element.hidden = true;
  }

  /** Asks for a review. */
  async begin(game) {
    this.game = game;
    this.element.hidden = false;
    refill(this.body, h("p.muted", {}, "An engine looks at every move…"));
    this.element.scrollIntoView({ block: "nearest" });
    try {
      this.follow(await post(this.path, {}, this.signal));
    } catch (error) {
      complain(error);
      this.element.hidden = true;
    }
  }

  /** A review of another ending, before moves were taken back, does not count. */
  fits(state) {
    return state?.state === "done" && state.review.curve.at(-1)[0] === this.game.count;
  }

  follow(state) {
    clearTimeout(this.timer);
    if (this.signal.aborted) return;
    this.element.hidden = false;
    if (state.state === "done") return this.show(state.review);
    const { done = 0, total = 1 } = state;
    refill(this.body, h("p", { role: "status" }, `${done} of ${total} looked at`),
      h("progress", { max: Math.max(total, 1), value: done, "aria-label": "Moves looked at" }));
    this.timer = setTimeout(() => get(this.path, this.signal).then((next) => this.follow(next), () => {}), PAUSE);
  }

  /** Moves the line in the curve to the position on the board. */
  showStep(count) {
    if (this.review) this.drawCurve(count);
  }

  drawCurve(count) {
    const { curve, mistakes } = this.review;
    const lines = this.game.seats.map((_, seat) => curve.map(([at, values]) => [at, values[seat]]));
    this.curve.count = Math.max(this.game.count, 1);
    this.curve.draw(lines, this.game.seats, count, "Each player's chances by the engine, in percent; ! marks a mistake.", mistakes);
  }

  /** @param {Review} review */
  show(review) {
    this.review = review;
    const { seats, chance } = this.game;
    this.drawCurve(this.game.count);
    refill(this.body, this.curve.element,
      h("h3", {}, chance ? "Luck and skill" : "Skill"),
      h("p.muted", {}, `In ${this.unit()[0] === "%" ? "percent of a win" : this.unit()[0]}, from the start to the result.`),
      h("ul.balance", { "aria-label": "Players" }, review.players.map((player, seat) => this.balance(player, seats[seat], chance))),
      review.turning_points.length ? [h("h3", {}, "Turning points"), h("ol.turning", {}, review.turning_points.map((turn) => h("li", {}, this.turn(turn))))] : null,
      h("h3", {}, "Mistakes"),
      review.mistakes.length ? h("ul.mistakes", {}, review.mistakes.slice(0, MISTAKES).map((mistake) => h("li", {}, this.mistake(mistake))))
        : h("p.muted", {}, "Nobody made a clear mistake."),
      h("p.muted", {}, `Judged by the agent ${review.engine}. With more time it may judge differently.`));
  }

  /** What a player owes to skill and to luck. */
  balance({ accuracy, rates = [], level, own, others, luck, unforeseen = 0 }, seat, chance) {
    const skill = [...rates.map(([name, rate]) => `${name} ${rate.toFixed(1)}`), level && `level ${level}`].filter(Boolean);
    const parts = [
      chance ? ["Luck", luck] : null, ["Own mistakes", own], ["Mistakes of others", others], [this.game.result?.ending === "resigned" ? "Resigned" : "Not foreseen", unforeseen],
    ].filter(Boolean);
    return h("li", {}, seatBadge(seat), h("div", {},
      h("strong", {}, seat.name), ` ${skill.length ? skill.join(", ") : `accuracy ${Math.round(accuracy)}`}`,
      h("dl.shares", {}, parts.map(([name, share]) => h("div", {}, h("dt", {}, name),
        h("dd", { class: share > 0.005 ? "good" : share < -0.005 ? "bad" : null }, this.signed(share)))))));
  }

  /** In what the game's players count: the name, how many a whole share is, and the digits after the point. */
  unit() {
    return this.review.unit ?? ["%", 100, 0];
  }

  /** `12 %`, `0.120 points`. */
  amount(share) {
    const [name, scale, digits] = this.unit();
    return `${(scale * Math.abs(share)).toFixed(digits)}\u00a0${name}`;
  }

  /** `+12 %`, `−3 %`. */
  signed(share) {
    const amount = this.amount(share);
    return `${amount === this.amount(0) ? "" : share > 0 ? "+" : "−"}${amount}`;
  }

  turn({ count, seat, change, dice, better, better_cells }) {
    const { name } = this.game.seats[seat];
    const amount = this.amount(change);
    if (dice) return [this.link(count), ` Luck ${change > 0 ? "gave" : "took"} ${amount} ${change > 0 ? "to" : "from"} ${name}.`];
    return [this.link(count), ` ${name} gave away ${amount} (${inWords(this.game.log[count - 1])}); better was `, this.better(count, better, better_cells), "."];
  }

  mistake({ count, seat, better, better_cells, cost, word }) {
    return [this.link(count), ` ${this.game.seats[seat].name}, ${word}: ${inWords(this.game.log[count - 1])} cost ${this.amount(cost)}; better was `, this.better(count, better, better_cells), "."];
  }

  /** The move that should have been made at a step, in words as soon as the position before it is known. */
  better(count, text, names) {
    const { board } = this.game;
    const place = h("span", { title: text }, text);
    const clicks = (names ?? []).map((name) => board.cells.findIndex((cell) => cell.name === name)).filter((cell) => cell >= 0);
    if (names) this.look(count - 1).then((view) => { place.textContent = inWords(planned(view, board, text, clicks)); }, () => {});
    return place;
  }

  /** Leads to the position before an event. */
  link(count) {
    return button(`Step ${count}`, () => this.go(count - 1), { class: "quiet small", "aria-label": `Show the position before step ${count}` });
  }
}
