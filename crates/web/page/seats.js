// How seats are shown in lists: a coloured disc with a letter, names, and results in words.

import { h } from "./dom.js";
import { swatch } from "./look.js";

/** A disc in the seat's colour with its letter. */
export function seatBadge(seat) {
  const { fill, stroke, ink } = swatch(seat);
  return h("span.seat-badge", { "aria-hidden": "true", style: { "--fill": fill, "--stroke": stroke, "--ink": ink } }, seat?.letter ?? "?");
}

/**
 * The result in one sentence.
 * @param {{scores: number[], ending: string}} result
 * @param {{name: string}[]} seats
 * @param {number[]} you
 */
export function resultInWords(result, seats, you = []) {
  const best = Math.max(...result.scores);
  const winners = seats.filter((_, seat) => result.scores[seat] === best);
  const mine = you.some((seat) => result.scores[seat] === best);
  const reason = result.ending ? `: ${result.ending}` : "";
  if (winners.length === seats.length) return `A draw${reason}.`;
  const names = winners.map((seat) => seat.name).join(" and ");
  const verb = winners.length > 1 ? "share the win" : best === 1 ? "wins" : "is best";
  if (mine && winners.length === 1) return `You win as ${names}${reason}.`;
  return `${names} ${verb}${reason}.`;
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
