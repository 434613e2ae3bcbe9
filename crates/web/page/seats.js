// How seats are shown in lists: a coloured disc with a letter, names, and results in words.

import { h } from "./dom.js";
import { swatch } from "./look.js";
import { capital } from "./sentences.js";

/** A disc in the seat's colour with its letter. */
export function seatBadge(seat) {
  const { fill, stroke, ink } = swatch(seat);
  return h("span.seat-badge", { "aria-hidden": "true", style: { "--fill": fill, "--stroke": stroke, "--ink": ink } }, seat?.letter ?? "?");
}

/** What the game calls a seat: people have names of their own. */
export function role(seat) {
  return seat.role ?? seat.name;
}

/** What a seat is called on the board: its colour, or the person where the game only counts seats. */
export const side = (seat) => (/\d/.test(role(seat)) ? seat.name : role(seat));

/** A name inside of a sentence. */
export function whom({ name }) {
  return name === "You" ? "you" : name;
}

/** A sentence of the game with people's names in place of those of their seats. @param {string} text @param {any[]} seats */
export function withNames(text, seats) {
  const words = seats.filter((seat) => role(seat) !== seat.name);
  if (!words.length) return text;
  const pattern = new RegExp(`\\b(${words.map((seat) => role(seat).replace(/[^\w\s]/g, "\\$&")).join("|")})\\b`, "g");
  return text.replace(pattern, (found) => words.find((seat) => role(seat) === found).name).replace(/^You (\w+)( or )?(\w+)?/, (_, verb, or = "", other = "") => `You ${plural(verb)}${or}${or ? plural(other) : other}`);
}

/** `wins` as one says it to somebody. */
function plural(verb) {
  return { is: "are", has: "have" }[verb] ?? verb.replace(/(ch|sh|ss|x)es$/, "$1").replace(/([^s])s$/, "$1");
}

/**
 * The result in a few words: `You won`, `Draw`, `Green won`.
 * @param {{scores: number[]}} result
 * @param {{name: string}[]} seats
 * @param {number[]} you
 */
export function resultInWords({ scores }, seats, you = []) {
  const winners = best(scores);
  if (winners.length === seats.length) return "Draw";
  if (you.length === 0 || you.length === seats.length) return `${names(winners, seats)} won`;
  if (!you.some((seat) => winners.includes(seat))) {
    const own = Math.max(...you.map((seat) => scores[seat]));
    // Who has half a point has neither won nor lost.
    return own > 0 && scores.some((score) => score < own) ? "You came second" : "You lost";
  }
  return winners.length > 1 ? "You share the win" : "You won";
}

/**
 * How the game ended, as a sentence.
 * @param {{scores: number[], ending: string}} result
 * @param {{name: string}[]} seats
 * @param {number[]} you
 */
export function howItEnded({ scores, ending }, seats, you = []) {
  const winners = best(scores);
  const given = ending === "resigned" && you.length === 1 && !winners.includes(you[0]);
  const reason = given ? "You resigned." : ending ? `${capital(ending)}.` : "";
  // Who has lost wants to know to whom.
  const told = winners.length === seats.length || you.length === 0 || you.some((seat) => winners.includes(seat));
  return told ? reason : `${names(winners, seats)} won. ${reason}`;
}

function best(scores) {
  const most = Math.max(...scores);
  return scores.flatMap((score, seat) => (score === most ? [seat] : []));
}

function names(chosen, seats) {
  const all = chosen.map((seat) => seats[seat].name);
  return all.length > 1 ? `${all.slice(0, -1).join(", ")} and ${all.at(-1)}` : all.join("");
}

/** A share in [0,1] as a percentage. */
export function percent(value) {
  return `${(100 * value).toFixed(value > 0 && value < 0.0995 ? 1 : 0)} %`;
}

/** `1 234 567` with thin spaces, `1.2 M` when short. */
export function amount(number) {
  if (number >= 1e7) return `${(number / 1e6).toFixed(1)} M`;
  return String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}
