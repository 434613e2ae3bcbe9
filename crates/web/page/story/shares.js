// Luck and skill as one picture: what the dice gave and what mistakes cost, in shares that add up to the result.

import { h } from "../dom.js";
import { seatBadge } from "../seats.js";

/** What moves a result, and what it is called. */
const CAUSES = [["luck", "dice"], ["own", "own mistakes"], ["others", "mistakes of others"], ["unforeseen", "not foreseen"]];

/**
 * What each cause has done to the result of a player. Luck and mistakes that undo each other over a long game may each be worth
 * several games; so every cause counts what it changes, in a result that stays between 0 and 1, in the mean over all orders in
 * which the causes can be told (their Shapley value). With the start these shares add up to the result.
 * @param {{luck: number, own: number, others: number, unforeseen?: number}} player
 * @param {number} score
 * @returns {{start: number, luck: number, own: number, others: number, unforeseen: number}}
 */
export function shares(player, score) {
  const sizes = CAUSES.map(([cause]) => player[cause] ?? 0);
  const start = score - sizes.reduce((sum, size) => sum + size, 0);
  const within = (value) => Math.min(Math.max(value, 0), 1);
  const found = sizes.map(() => 0);
  const orders = permutations(sizes.map((_, k) => k));
  for (const order of orders) {
    let sum = start;
    for (const k of order) {
      const before = within(sum);
      sum += sizes[k];
      found[k] += (within(sum) - before) / orders.length;
    }
  }
  return { start: within(start), ...Object.fromEntries(CAUSES.map(([cause], k) => [cause, found[k]])) };
}

function permutations(list) {
  if (list.length < 2) return [list];
  return list.flatMap((one, k) => permutations(list.toSpliced(k, 1)).map((rest) => [one, ...rest]));
}

/** Shares as whole percents that still add up: where rounding has lost something, the share that lost most gets it back. */
export function percents(values) {
  const exact = values.map((value) => 100 * value);
  const whole = exact.map(Math.round);
  const wanted = Math.round(exact.reduce((sum, value) => sum + value, 0));
  let off = wanted - whole.reduce((sum, value) => sum + value, 0);
  while (off !== 0) {
    const step = Math.sign(off);
    const owed = exact.map((value, k) => step * (value - whole[k]));
    whole[owed.indexOf(Math.max(...owed))] += step;
    off -= step;
  }
  return whole;
}

/**
 * Why a player got the result, in one sentence.
 * @param {ReturnType<typeof shares>} parts @param {number} score @param {string} name @param {boolean} chance
 */
export function verdict({ start, luck, own, others, unforeseen }, score, name, chance) {
  const [dice, play] = [luck, own + others + unforeseen];
  const gained = score - start;
  if (Math.abs(gained) < 0.05) return `${name} got what was to be expected.`;
  const won = gained > 0;
  const along = (value) => (won ? value : -value);
  const came = `${name} ${won ? "won" : "lost"}`;
  if (!chance) return along(own + unforeseen) > along(others) ? `${came} by ${name === "You" ? "your" : "the"} own moves.` : `${came} by the mistakes of others.`;
  const size = (value) => `${Math.round(100 * Math.abs(value))} %`;
  const did = won ? "gave" : "cost";
  if (along(dice) <= 0) return won ? `${came} against the dice, which cost ${size(dice)}.` : `${came} although the dice were kind: they gave ${size(dice)}.`;
  if (along(play) <= 0) return won ? `${came} thanks to the dice: they gave ${size(dice)}.` : `${came} to the dice, not by the moves: they cost ${size(dice)}.`;
  if (along(dice) > 2 * along(play)) return `${came} mostly by the dice: they ${did} ${size(dice)}, the moves ${size(play)}.`;
  if (along(play) > 2 * along(dice)) return `${came} mostly by the moves: they ${did} ${size(play)}, the dice ${size(dice)}.`;
  return `${came} by both: the dice ${did} ${size(dice)}, the moves ${size(play)}.`;
}

/**
 * The picture.
 * @param {any} review @param {any} game the snapshot
 */
export function balance({ players }, { seats, result, chance }) {
  const bars = chance ? [["Dice", ["luck"]], ["Mistakes", ["own", "others"]]] : [["Mistakes", ["own", "others"]]];
  return h("ul.balance", { "aria-label": "Players" }, players.map((player, seat) => {
    const score = result.scores[seat];
    const parts = shares(player, score);
    return h("li", {}, seatBadge(seats[seat]),
      h("div.balance-bars", {}, h("strong", {}, seats[seat].name), h("span.muted", {}, ` ${skill(player)}`),
        bars.map(([name, causes]) => h("div.cause", { "aria-hidden": "true" }, h("span", {}, name), h("span.scale", {}, causes.map((cause) => bar(parts[cause], cause))))),
        sum(parts, score, chance)));
  }));
}

/** How well somebody played, as the game's players say it. */
function skill({ accuracy, rates = [], level }) {
  const told = [...rates.map(([name, rate]) => `${name} ${rate.toFixed(1)}`), level && `level ${level}`].filter(Boolean);
  return told.length ? told.join(", ") : `accuracy ${Math.round(accuracy)}`;
}

/** To the right what was given, to the left what was taken. */
function bar(value, cause) {
  const size = Math.min(Math.abs(value), 1);
  return h(`span.part.${cause}`, { class: value < 0 ? "taken" : "given", style: { "--size": String(size) } });
}

/** `50 % at the start, +31 dice, −12 own mistakes, +31 mistakes of others: 100 %`. */
function sum({ start, ...parts }, score, chance) {
  const causes = CAUSES.filter(([cause]) => chance || cause !== "luck");
  const [begun, ...changes] = percents([start, ...causes.map(([cause]) => parts[cause])]);
  const told = causes.map(([, name], k) => [changes[k], name]).filter(([change]) => change !== 0);
  return h("p.sum-line", {}, `${begun} % at the start`, told.map(([change, name]) => [" ", h("span.whole", { class: change > 0 ? "good" : "bad" }, `${change > 0 ? "+" : "−"}\u2009${Math.abs(change)}`), ` ${name}`]),
    h("strong.whole", {}, ` = ${Math.round(100 * score)} %`));
}
