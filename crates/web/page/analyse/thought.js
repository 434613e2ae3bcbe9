// What an agent thought: its candidates with bars, and what it cost.

import { explain, h, refill } from "../dom.js";
import { picture as die } from "../board/tray.js";
import { amount, seatBadge } from "../seats.js";
import { setting } from "../settings.js";
import { asPictures, inWords, planned } from "../table/words.js";

/**
 * @typedef {{move: string, scores: number[], limit?: string, visits: number, line: string[], cells: number[][]}} Candidate
 * @typedef {{agent: string, seat: number, chosen: string, candidates: Candidate[], nodes: number, iterations: number, depth: number, ms: number, nps?: number, comment?: string, stderr?: string}} Thought
 */

const SHOWN = 8;
/** How a value is shown and read out that is only a limit. */
const LIMITS = { "at-most": ["≤ ", "at most "], "at-least": ["≥ ", "at least "] };

export class ThoughtPanel {
  /** @param {(candidate: Candidate | null) => void} point called with the candidate to draw */
  constructor(point) {
    this.point = point;
    /** What the thinker is called, where it is not just an agent. @type {string | null} */
    this.thinker = null;
    this.unweighed = "This player moves by rules of thumb and compares no moves.";
    /** Where the thought was thought, to show its moves as pictures. @type {{view: any, board: any} | null} */
    this.position = null;
    /** How moves are put into pictures: see `asPictures`. */
    this.manner = {};
    /** Whether what bots say is shown. */
    this.listening = false;
    this.element = h("div.thought");
    this.clear();
  }

  clear(text = "No thoughts to show for this position.") {
    this.thought = null;
    refill(this.element, h("p.muted", {}, text));
  }

  /** @param {Thought | undefined} thought @param {any[]} seats @param {string} [nothing] */
  show(thought, seats, nothing) {
    if (!thought) return this.clear(nothing);
    this.thought = thought;
    this.seats = seats;
    const most = Math.max(...thought.candidates.map((candidate) => candidate.visits), 1);
    const scale = scaleOf(thought);
    const rows = ranked(thought).slice(0, SHOWN).map((candidate) => this.row(candidate, thought, most, scale));
    const rest = thought.candidates.length - SHOWN;
    refill(this.element,
      h("p.thinker", {}, seatBadge(seats[thought.seat]), h("strong.name", { title: thought.agent }, this.thinker ?? thought.agent), " plays ", h("strong.move", {}, this.pictures(thought.candidates.find(({ move }) => move === thought.chosen) ?? { move: thought.chosen }))),
      rows.length && scale.believed ? h("p.muted", {}, "What it believes: its chances of winning after each move.") : null,
      rows.length ? h("ol.candidates", { "aria-label": "Candidate moves" }, rows) : h("p.muted", {}, this.unweighed),
      rest > 0 ? h("p.muted", {}, `and ${rest} more`) : null,
      this.said(thought),
      h("dl.costs", {}, costs(thought).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))));
  }

  /**
   * What each roll brings to the player who uses it, and the mean of all.
   * @param {{text: string, chance: number, view: any, thought: Thought | null}[]} rolls @param {any[]} seats @param {any} board
   */
  showRolls(rolls, seats, board) {
    const rows = rolls.map((roll) => ({ ...roll, best: roll.thought?.candidates.find(({ move }) => move === roll.thought.chosen) }));
    const seat = rows.find(({ thought }) => thought)?.thought.seat;
    const worth = ({ best, thought }) => (thought?.seat === seat ? best?.scores[seat] : undefined);
    const known = rows.filter((row) => isShare(worth(row)));
    const weight = known.reduce((sum, { chance }) => sum + chance, 0);
    const mean = known.reduce((sum, row) => sum + row.chance * worth(row), 0) / weight;
    Object.assign(this, { thought: null, seats });
    refill(this.element,
      weight > 0 ? h("p.thinker", {}, seatBadge(seats[seat]), h("strong", {}, `${(100 * mean).toFixed(1)} % before the roll`)) : null,
      h("ol.candidates", { "aria-label": "Rolls" }, rows.map((row) => h("li.roll", {},
        h("span.dice", {}, (row.view.dice?.length ? row.view.dice : [row.text]).map((face) => die(face))),
        row.best ? h("span.move", {}, asPictures(planned(row.view, board, row.best.move, row.best.cells[0] ?? []), seats, this.manner)) : null,
        h("span.number", {}, isShare(worth(row)) ? `${(100 * worth(row)).toFixed(1)} %` : "")))));
  }

  /** What a bot says beside its move, for those who want to see it. */
  said({ comment, stderr }) {
    if (!comment && !stderr) return null;
    // Browsers send `toggle` later, and the next thought may be shown before it comes.
    const turn = () => { this.listening = !this.listening; };
    return h("details.said", { open: this.listening },
      h("summary", { on: { click: turn } }, "What the bot says"),
      comment ? h("p", {}, comment) : null,
      stderr ? h("pre", { "aria-label": "Standard error" }, stderr) : null);
  }

  /** A move as the list of moves shows it. */
  pictures(candidate) {
    const entry = this.entry(candidate);
    return entry && !setting("notation") ? asPictures(entry, this.seats, this.manner) : candidate.move;
  }

  /** A move with what it moves; nothing where the position is not known, or another candidate has the same cells. */
  entry({ move, cells }) {
    const [clicks] = cells ?? [];
    if (!this.position || !clicks) return null;
    const alike = (one) => one.move !== move && clicks.length && one.cells[0]?.join() === clicks.join();
    return this.thought.candidates.some(alike) ? null : planned(this.position.view, this.position.board, move, clicks);
  }

  row(candidate, thought, most, scale) {
    const score = candidate.scores[thought.seat];
    const known = typeof score === "number";
    const worth = known ? scale.words(score) : "";
    const [sign, read] = (worth && LIMITS[candidate.limit]) || ["", ""];
    const point = () => this.point(candidate);
    const leave = () => this.point(null);
    const chosen = candidate.move === thought.chosen;
    const spelt = this.entry(candidate);
    const words = `${spelt ? inWords(spelt) : candidate.move}${known ? `: ${read}${worth}` : ""}${candidate.visits ? `, ${candidate.visits} visits` : ""}. Show its line on the board.`;
    return h("li", { class: chosen ? "chosen" : null },
      explain(h("button.candidate", { type: "button", on: { mouseenter: point, focus: point, click: point, mouseleave: leave, blur: leave } },
        h("span.move", { title: candidate.move }, this.pictures(candidate)),
        h("span.bars", { "aria-hidden": "true" },
          // A limit says nothing about how good a move is within it.
          known && !sign ? h("span.bar.value", { style: { "--share": String(scale.share(score)) } }) : null,
          candidate.visits ? h("span.bar.visits", { style: { "--share": String(candidate.visits / most) } }) : null),
        h("span.number", { title: read ? read + worth : null }, sign + worth),
        h("span.line", {}, setting("notation") ? candidate.line.slice(1, 7).join(" ") : "")), words));
  }
}

function costs(thought) {
  const rows = [];
  if (thought.depth) rows.push(["depth", String(thought.depth)]);
  if (thought.iterations && thought.candidates.some(({ visits }) => visits)) rows.push(["simulations", amount(thought.iterations)]);
  if (thought.nodes) rows.push(["positions", amount(thought.nodes)]);
  if (thought.ms) rows.push(["time", duration(thought.ms)]);
  if (thought.nps) rows.push(["positions/s", amount(thought.nps)]);
  return rows;
}

function duration(ms) {
  if (ms < 0.1) return "under 0.1 ms";
  return ms < 1000 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** Shares of a win are percentages; agents that count otherwise are shown between their worst and best move. */
function scaleOf({ seat, candidates }) {
  const scores = candidates.map((candidate) => candidate.scores[seat]).filter((score) => typeof score === "number");
  if (scores.every(isShare)) return { believed: true, words: (score) => `${(100 * score).toFixed(1)} %`, share: (score) => score };
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  return { words: () => "", share: (score) => (high > low ? (score - low) / (high - low) : 1) };
}

/**
 * The chosen move first. The others by how often they were tried, or else by value; a value above the chosen one's is that of
 * a shorter look ahead, so it comes last and is not shown.
 */
function ranked({ seat, chosen, candidates }) {
  const best = candidates.find((one) => one.move === chosen);
  if (!best) return candidates;
  const value = (one) => one.scores[seat] ?? 0;
  const counted = candidates.some((one) => one.visits !== best.visits);
  const shallow = (one) => !counted && value(one) > value(best);
  const order = (a, b) => Number(b === best) - Number(a === best) || Number(shallow(a)) - Number(shallow(b)) || b.visits - a.visits || value(b) - value(a);
  return [...candidates].sort(order).map((one) => (shallow(one) ? { ...one, scores: [] } : one));
}

/** Whether a value is a share of a win. */
export function isShare(value) {
  return typeof value === "number" && value >= 0 && value <= 1;
}
