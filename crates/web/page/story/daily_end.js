// The end of a challenge of the day: the score, the place among others, their paths as ghosts beside one's own, and when the next comes.

import { expectationsOver } from "../analyse/curve.js";
import { get, path } from "../api.js";
import { h, refill, s } from "../dom.js";
import { percent } from "../seats.js";

const SHOWN = 5;
const WIDTH = 420;
const HEIGHT = 130;
const RIGHT = 86;

/** A part of the result that fills itself. @param {any} game the snapshot @param {AbortSignal} signal */
export function dayInPlace(game, signal) {
  const holder = h("div.day-end");
  get("/api/daily", signal).then((today) => show(holder, today, game, signal), () => {});
  return holder;
}

function show(holder, { next, challenges }, game, signal) {
  const challenge = challenges.find(({ scores }) => scores.some(({ id }) => id === game.id));
  const when = new Date(Date.now() + 1000 * next).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
  const hours = Math.floor(next / 3600);
  const later = h("p", {}, "The next one comes at ", h("strong", {}, when), `, in ${hours ? `${hours} h ` : ""}${Math.floor((next % 3600) / 60)} min.`);
  if (!challenge) return refill(holder, h("p", {}, "Only the first game of a day under a name counts."), later);
  const { scores } = challenge;
  const place = scores.findIndex(({ id }) => id === game.id);
  const ghosts = h("div");
  refill(holder,
    h("p.place-line", {}, h("strong", {}, `Place ${place + 1}`), ` of ${scores.length} today, with ${percent(scores[place].score)} in ${moves(scores[place])}.`),
    h("ol.day-scores", { "aria-label": "Scores of the day" }, around(scores, place).map((row) => h("li", { class: row.id === game.id ? "own" : null },
      h("span", {}, `${scores.indexOf(row) + 1}.`), h("span", {}, row.name), h("span", {}, percent(row.score)), h("span", {}, moves(row))))),
    ghosts, later);
  haunt(ghosts, around(scores, place), game, signal);
  return undefined;
}

function moves({ moves: count }) {
  return `${count} ${count === 1 ? "move" : "moves"}`;
}

/** The best, and the reader's own line. */
function around(scores, place) {
  return scores.filter((_, k) => k < SHOWN || k === place);
}

/** Draws how the reader's chances went beside those of others on the same dice, as their opponents saw them. */
async function haunt(holder, rows, game, signal) {
  const seat = game.you[0];
  const other = async (row) => ({ ...row, game: row.id === game.id ? game : await get(path`/api/tables/${row.id}`, signal).catch(() => null) });
  const all = (await Promise.all(rows.map(other))).filter((row) => row.game);
  const paths = all.map((row) => ({ ...row, line: expectationsOver(row.game.log, row.game.seats.length, row.game.result?.scores ?? null).map(([at, values]) => [at, values[seat]]) }))
    .filter(({ line }) => line.length > 1);
  if (paths.length < 2) return;
  const longest = Math.max(...paths.map(({ line }) => line.at(-1)[0]));
  const x = (at) => ((WIDTH - RIGHT) * at) / longest;
  const y = (share) => 8 + (HEIGHT - 16) * (1 - share);
  const drawn = paths.sort((a, b) => Number(a.id === game.id) - Number(b.id === game.id)).map(({ id, name, line }) => {
    const d = line.map(([at, share], k) => `${k ? "L" : "M"}${x(at).toFixed(1)} ${y(share).toFixed(1)}`).join("");
    const [at, share] = line.at(-1);
    return s("g", { class: id === game.id ? "ghost own" : "ghost" }, s("path", { d }), s("circle", { cx: x(at), cy: y(share), r: 3 }),
      s("text", { x: x(at) + 7, y: y(share) }, id === game.id ? "you" : name));
  });
  refill(holder, s("svg.ghosts", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `Your chances over the game beside those of ${paths.length - 1} others` },
    [0, 0.5, 1].map((share) => s("line.grid", { x1: 0, x2: WIDTH - RIGHT, y1: y(share), y2: y(share) })), drawn),
  h("p.muted", {}, "Everybody's way on the same dice, as the opponents judged it."));
}
