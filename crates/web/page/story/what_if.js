// What if the dice had been fair? The position of a turning point played on many times with other dice.

import { complain, notify } from "../announce.js";
import { get, post } from "../api.js";
import { button, h, refill, s } from "../dom.js";
import { swatch } from "../look.js";
import { makeTable, orderAgain } from "../table/again.js";

/** How often the server is asked how far it is. */
const PAUSE = 700;
const WIDTH = 420;
const HEIGHT = 150;
/** Room for words at the right of the fan. */
const RIGHT = 92;

export class WhatIf {
  /** @param {import("./turning.js").TurningPoint} point */
  constructor(point) {
    this.point = point;
    this.story = point.story;
    const { chance } = this.story.game;
    this.element = h("div.what-if", { hidden: true });
    this.opener = button(chance ? (point.turn.dice ? "What if the dice had been fair?" : "And with other dice?") : "Play on from here", () => this.open(), { class: "small" });
    this.path = `${this.story.base}/what-if/${point.turn.count - 1}`;
  }

  async open() {
    this.element.hidden = false;
    this.opener.hidden = true;
    if (!this.story.game.chance) return refill(this.element, this.takeOver());
    refill(this.element, h("p.muted", { role: "status" }, "The game is played on from here, again and again…"));
    try {
      this.follow(await post(this.path, {}, this.story.signal));
    } catch (error) {
      complain(error);
      this.element.hidden = true;
      this.opener.hidden = false;
    }
    return undefined;
  }

  follow(state) {
    if (this.story.signal.aborted || state.state === "none") return;
    this.show(state);
    if (state.state === "running") setTimeout(() => get(this.path, this.story.signal).then((next) => this.follow(next), () => {}), PAUSE);
  }

  /** @param {{state: string, wanted: number, stand_in?: string, games: [number, number[]][]}} state for each game its events and scores */
  show({ state, wanted, stand_in: standIn, games }) {
    const { game } = this.story;
    const running = state === "running";
    const ends = tally(games, game.seats.length);
    const focus = this.story.viewer ?? this.point.turn.seat;
    const won = ends.wins[focus];
    const [low, high] = interval(won, games.length);
    const name = this.story.viewer === null ? `${game.seats[focus].name} would have won` : "You would have won";
    const real = game.result.scores;
    refill(this.element,
      h("p.what-if-words", { role: running ? null : "status" }, `${name} `, h("strong", {}, `${won} of ${games.length}`),
        games.length ? h("span.muted", {}, ` ${Math.round((100 * won) / games.length)} %, surely between ${low} and ${high} %`) : null),
      fan(games, ends, game.seats, focus, winner(real)),
      running ? h("progress", { max: wanted, value: games.length, "aria-label": "Games played on" }) : null,
      h("p.muted", {}, `The thick line is what happened. ${standIn ? `The level ${standIn} plays for people, all others` : "All"} play as at the table, but quickly.`,
        !running && games.length < wanted ? ` The server had time for ${games.length} games.` : ""),
      this.takeOver());
  }

  takeOver() {
    const { game } = this.story;
    const sit = button(game.chance ? "Take over here with other dice" : "Take over here", () => this.sitDown().catch(complain), { class: "primary" });
    return h("div.actions", {}, game.daily ? null : sit);
  }

  /** A new table that begins at this position, with a seat for the reader. */
  async sitDown() {
    const { game, viewer, look, page } = this.story;
    const { state } = await look(this.point.turn.count - 1);
    const order = orderAgain(game, false);
    const seat = viewer ?? this.point.turn.seat;
    const seats = order.seats.map((one, k) => (k === seat ? { kind: "human", ...(one.name ? { name: one.name } : {}) } : one));
    delete order.moves;
    await makeTable({ ...order, seats, position: state }, { mine: [seat], go: page });
    notify(`You play ${game.seats[seat].name}.`);
  }
}

/** Who won alone, or −1. */
function winner(scores) {
  const most = Math.max(...scores);
  const best = scores.flatMap((score, seat) => (score === most ? [seat] : []));
  return best.length === 1 ? best[0] : -1;
}

function tally(games, seats) {
  const winners = games.map(([, scores]) => winner(scores));
  return { winners, wins: Array.from({ length: seats }, (_, seat) => winners.filter((one) => one === seat).length) };
}

/** Between which percents a share surely is (Wilson's interval of 95 %). */
function interval(won, all) {
  if (!all) return [0, 100];
  const [z, p] = [1.96, won / all];
  const middle = (p + (z * z) / (2 * all)) / (1 + (z * z) / all);
  const half = (z / (1 + (z * z) / all)) * Math.sqrt((p * (1 - p)) / all + (z * z) / (4 * all * all));
  return [middle - half, middle + half].map((share) => Math.round(100 * share));
}

/** The games as lines that begin at one point; those with the same winner end side by side. */
function fan(games, { winners, wins }, seats, focus, real) {
  const order = [focus, ...seats.map((_, seat) => seat).filter((seat) => seat !== focus), -1];
  const counts = order.map((seat) => (seat < 0 ? winners.filter((one) => one < 0).length : wins[seat]));
  const end = WIDTH - RIGHT;
  const step = HEIGHT / Math.max(games.length, 1);
  const line = (y) => `M0 ${HEIGHT / 2}C${end * 0.45} ${HEIGHT / 2} ${end * 0.4} ${y.toFixed(1)} ${end} ${y.toFixed(1)}`;
  let top = 0;
  const groups = order.map((seat, k) => {
    const from = top;
    top += counts[k];
    return { seat, count: counts[k], from, middle: (from + counts[k] / 2) * step };
  });
  const labels = apart(groups.filter(({ count }) => count).map(({ middle }) => middle));
  const drawn = groups.filter(({ count }) => count).map(({ seat, count, from }, k) => {
    const { fill, stroke } = swatch(seats[seat]);
    const lines = Array.from({ length: count }, (_, n) => line((from + n + 0.5) * step)).join("");
    return s("g", {}, s("path.fan-line", { d: lines, stroke: fill }),
      s("rect", { x: end, y: from * step, width: 7, height: count * step, fill, stroke, "stroke-width": 0.6 }),
      s("text.fan-name", { x: end + 13, y: labels[k] }, `${seats[seat]?.name ?? "nobody"} ${count}`));
  });
  const happened = groups.find(({ seat }) => seat === real);
  const words = order.map((seat, k) => `${seats[seat]?.name ?? "nobody"} ${counts[k]}`).join(", ");
  return s("svg.fan", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `Games won: ${words}` },
    s("rect.fan-ground", { width: end, height: HEIGHT, rx: 6 }), drawn, ["under", "fan-real"].map((name) => s(`path.${name}`, { d: line(happened?.middle ?? HEIGHT) })));
}

/** Heights of labels, in order, that do not cover each other. @param {number[]} wanted */
function apart(wanted) {
  const room = 14;
  const places = [];
  for (const y of wanted) places.push(Math.max(y, (places.at(-1) ?? room / 2 - room) + room));
  let below = HEIGHT + room / 2;
  return places.reverse().map((y) => (below = Math.min(y, below - room))).reverse();
}
