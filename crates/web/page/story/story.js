// The story of a finished game: its landscape, where it turned, and luck beside skill. It plays by itself as a short film.

import { complain } from "../announce.js";
import { get, post } from "../api.js";
import { button, h, refill } from "../dom.js";
import { seatBadge, whom } from "../seats.js";
import { pace } from "../settings.js";
import { copy } from "../table/again.js";
import { asPictures, inWords, planned } from "../table/words.js";
import { Film, cut } from "./film.js";
import { Landscape } from "./landscape.js";
import { balance, shares, verdict } from "./shares.js";
import { TurningPoint } from "./turning.js";

/** How often the server is asked how far it is. */
const PAUSE = 500;
const MISTAKES = 6;
/** A game with fewer positions that an engine has judged, the end among them, has no story. */
const SHORTEST = 3;

/** @typedef {{engine: string, curve: [number, number[]][], mistakes: any[], players: any[], turning_points: any[]}} Review */

export class Story {
  /**
   * @param {string} base path of the game below /api
   * @param {{go: (count: number) => void, look: (count: number) => Promise<any>, leap: (count: number) => Promise<void>, shown: () => number,
   *   angle: () => number, manner: () => any, place: (count: number) => string, page: (path: string) => void, signal: AbortSignal}} table
   */
  constructor(base, table) {
    Object.assign(this, table, { base });
    this.path = `${base}/review`;
    this.landscape = new Landscape(this.go);
    this.film = new Film({ show: (step) => this.showStepOfFilm(step), ended: () => this.filmEnded() });
    this.player = button("▶ Luck film", () => this.toggleFilm(), { class: "film-button" });
    this.caption = h("p.film-caption", { hidden: true });
    this.body = h("div.story-body");
    this.element = h("section.panel.review", { "aria-label": "Review", hidden: true }, h("h2", {}, "The story of this game"), this.body);
    this.signal.addEventListener("abort", () => this.film.stop());
  }

  /** A part of a result in what the game's players count: `12 %`, `0.120 points`. */
  amount(share) {
    const [name, scale, digits] = this.review.unit ?? ["%", 100, 0];
    return `${(scale * Math.abs(share)).toFixed(digits)}\u00a0${name}`;
  }

  /** What somebody is called before others. */
  called(seat) {
    const { name, colour } = this.game.seats[seat];
    return name === "You" ? colour : name;
  }

  /** A move as one says it, or as pictures where the board names no cells. */
  spell(entry) {
    const { named, way } = this.manner();
    const pictures = named || !entry.told.piece || !entry.told.cells?.length ? inWords(entry) : asPictures(entry, this.game.seats, { named, way });
    return typeof pictures === "string" ? pictures : h("span.spelt", { title: inWords(entry) }, pictures);
  }

  /** The seat of the viewer, if it is one. */
  get viewer() {
    return this.game.you.length === 1 ? this.game.you[0] : null;
  }

  /** Shows a review that was made before; `game` is the snapshot. */
  async recall(game) {
    this.game = game;
    const state = await get(this.path, this.signal).catch(() => null);
    if (state?.state === "running" || this.fits(state)) this.follow(state);
    else if (this.eager) this.begin(game, { quietly: true });
    else if (!this.waiting) this.element.hidden = true;
  }

  /** Asks for a review. What nobody has asked for fails quietly. @param {{quietly?: boolean}} [options] */
  async begin(game, { quietly = false } = {}) {
    this.game = game;
    if (this.review && this.fits({ state: "done", review: this.review })) return this.toldAgain();
    this.waiting = true;
    this.told = null;
    this.element.hidden = false;
    refill(this.body, h("p.muted", {}, "An engine looks at every move…"));
    if (!quietly) this.element.scrollIntoView({ block: "nearest" });
    try {
      this.follow(await post(this.path, {}, this.signal));
    } catch (error) {
      if (!quietly) complain(error);
      this.element.hidden = true;
    }
    this.waiting = false;
    return undefined;
  }

  /** The story is there: it is shown as a film. */
  toldAgain() {
    this.element.scrollIntoView({ block: "nearest" });
    if (this.review.curve.length >= SHORTEST && !this.film.playing) this.toggleFilm();
  }

  /** A review of another ending, before moves were taken back, does not count. */
  fits(state) {
    return state?.state === "done" && state.review.curve.at(-1)[0] === this.game.count;
  }

  follow(state) {
    clearTimeout(this.timer);
    if (this.signal.aborted) return;
    this.element.hidden = false;
    // A page that connects again keeps what its reader has opened.
    if (state.state === "done") return JSON.stringify(state.review) === this.told ? undefined : this.show(state.review);
    this.told = null;
    const { done = 0, total = 1 } = state;
    refill(this.body, h("p", { role: "status" }, `An engine looks at every move: ${done} of ${total}`),
      h("progress", { max: Math.max(total, 1), value: done, "aria-label": "Moves looked at" }));
    this.timer = setTimeout(() => get(this.path, this.signal).then((next) => this.follow(next), () => {}), PAUSE);
  }

  /** Moves the line in the landscape to the position on the board. */
  showStep(count) {
    if (this.review) this.landscape.mark(count, !this.film.playing);
  }

  /** @param {Review} review */
  show(review) {
    this.review = review;
    this.told = JSON.stringify(review);
    const { game } = this;
    if (review.curve.length < SHORTEST) return refill(this.body, h("p.muted", {}, "It was too short to have a story."));
    this.landscape.draw(review.curve, game, review.turning_points, this.place(game.count));
    this.showStep(this.shown());
    const told = this.viewer ?? winnerOf(game.result.scores);
    const name = this.viewer === null ? game.seats[told].name : "You";
    const parts = shares(review.players[told], game.result.scores[told]);
    refill(this.body,
      h("p.verdict", {}, verdict(parts, game.result.scores[told], name, game.chance)),
      this.landscape.element, this.caption,
      h("div.actions.film-actions", {}, this.player, this.gif(), button("Copy link", () => copy(this.link()), { class: "quiet", title: "Opens the film" })),
      review.turning_points.length ? [h("h3", {}, "Where it turned"),
        h("ol.turning", {}, review.turning_points.map((turn, k) => new TurningPoint(turn, k, this).element))] : null,
      h("h3", {}, game.chance ? "Luck and skill" : "Skill"),
      balance(review, game),
      h("details", {}, h("summary", {}, `All mistakes (${review.mistakes.length})`),
        review.mistakes.length ? h("ul.mistakes", {}, review.mistakes.slice(0, MISTAKES).map((mistake) => h("li", {}, this.mistake(mistake))))
          : h("p.muted", {}, "Nobody made a clear mistake.")),
      h("p.muted", {}, `Judged by the agent ${review.engine}. With more time it may judge differently.`));
    if (this.eager) setTimeout(() => this.eager && !this.signal.aborted && this.toggleFilm(), Math.max(this.begins - performance.now(), 0));
  }

  gif() {
    const { title, seats } = this.game;
    const names = seats.map((_, seat) => this.called(seat));
    const file = [title, ...names].join(" ").replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase();
    return h("a.button.quiet", { href: `${this.base}/film?names=${encodeURIComponent(names.join("|"))}`, download: `${file}.gif`, "data-plain": true, title: "The film as a picture that moves" }, "GIF");
  }

  /** The address that opens the film. */
  link() {
    const place = this.base.replace("/api/tables/", "/game/").replace("/api/runs/", "/runs/").replace("/games/", "/");
    return `${location.origin}${place}?film`;
  }

  mistake({ count, seat, better, better_cells: names, cost, word }) {
    const place = this.place(count);
    return [seatBadge(this.game.seats[seat]), h("span", {},
      button(place, () => this.go(count - 1), { class: "quiet small", "aria-label": `Show the position before ${place.toLowerCase()}` }),
      ` ${word}: `, this.spell(this.game.log[count - 1]), ` cost ${this.amount(cost)}; better was `, this.better(count, better, names), ".")];
  }

  /** The move that should have been made at a step, in words as soon as the position before it is known. */
  better(count, text, names) {
    const { board } = this.game;
    const place = h("span", { title: text }, text);
    const clicks = (names ?? []).map((name) => board.cells.findIndex((cell) => cell.name === name)).filter((cell) => cell >= 0);
    if (names) this.look(count - 1).then((view) => refill(place, this.spell(planned(view, board, text, clicks))), () => {});
    return place;
  }

  /** Plays the film as soon as there is one, after a moment in milliseconds, if the reader wants things to move and does nothing else meanwhile. */
  playSoon(moment = 0) {
    this.eager = pace() > 0;
    this.begins = performance.now() + moment;
    const other = () => { this.eager = false; };
    for (const event of ["pointerdown", "keydown"]) addEventListener(event, other, { once: true, signal: this.signal });
  }

  toggleFilm() {
    if (this.film.playing) return this.film.stop();
    this.eager = false;
    this.player.textContent = "■ Stop";
    this.caption.hidden = false;
    this.element.classList.add("showing");
    this.filmAt = null;
    const turns = this.review.turning_points.map(({ count }) => count - 1);
    const steps = cut(this.game.count, turns);
    // What comes next is fetched before it is needed.
    for (const step of steps.slice(0, 12)) this.look(step.count).catch(() => {});
    this.ahead = steps;
    return this.film.play(steps);
  }

  /** Puts a position of the film on the board; false when the reader has gone elsewhere. */
  async showStepOfFilm({ count, turn }) {
    if (this.filmAt !== null && this.shown() !== this.filmAt) return false;
    const place = this.ahead.findIndex((step) => step.count === count);
    if (this.ahead[place + 12]) this.look(this.ahead[place + 12].count).catch(() => {});
    this.filmAt = count;
    await this.leap(count).catch(() => {});
    const point = this.review.turning_points[turn];
    const { title, seats } = this.game;
    this.caption.textContent = point ? this.turnInWords(point) : `${title}: ${seats.map((_, seat) => this.called(seat)).join(", ")}`;
    this.caption.classList.toggle("turns", Boolean(point));
    return this.film.playing !== null;
  }

  turnInWords({ count, seat, change, dice }) {
    const who = this.game.seats[seat];
    const what = dice ? `the dice ${change > 0 ? "gave" : "took"} ${this.amount(change)} ${change > 0 ? "to" : "from"} ${whom(who)}` : `${whom(who)} gave away ${this.amount(change)}`;
    return `${this.place(count)}: ${what}`;
  }

  filmEnded() {
    this.player.textContent = "▶ Luck film";
    this.caption.hidden = true;
    this.element.classList.remove("showing");
    this.landscape.mark(this.shown());
  }
}

/** The first of those with the highest score. */
function winnerOf(scores) {
  return scores.indexOf(Math.max(...scores));
}
