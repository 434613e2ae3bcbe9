// The games of this browser, with how they ended and when.

import { getOnce, path, post } from "./api.js";
import { cast } from "./cast.js";
import { h, refill } from "./dom.js";
import { keptTables } from "./settings.js";

const SHOWN = 12;
/** Tables that the server is asked about at most. */
const MOST = 1000;

/** A section that fills itself; empty until somebody has played here. */
export function myGames(games, signal) {
  const holder = h("div");
  fill(holder, games, signal).catch(() => {});
  return holder;
}

async function fill(holder, games, signal) {
  const kept = keptTables();
  if (kept.length === 0) return;
  const tables = await post("/api/mine", { ids: kept.slice(-MOST) }, signal);
  // Games that one only watched are not among them.
  const mine = tables.filter(({ human }) => human.length > 0).slice(0, SHOWN);
  if (mine.length === 0) return;
  const title = (table) => games.find((game) => game.name === table.game)?.title ?? table.game;
  refill(holder, h("section.panel.mine", { "aria-labelledby": "mine-heading" },
    h("h2", { id: "mine-heading" }, "My games"),
    h("ul", {}, mine.map((table) => h("li", {},
      h("a", { href: path`/game/${table.id}` }, title(table)), result(table), date(table.touched),
      opponents(table))))));
}

/** `You won`, `You lost`, `Draw`; how far it is while it goes on. */
function result({ over, scores, human, count }) {
  if (!over) return h("strong", {}, count ? "goes on" : "not begun");
  if (!scores) return h("span", {}, "over");
  const most = Math.max(...scores);
  const mine = Math.max(...human.map((seat) => scores[seat]));
  if (scores.every((score) => score === most)) return h("span", {}, "Draw");
  if (mine < most) return h("span.lost", {}, "You lost");
  return h("span.won", {}, scores.filter((score) => score === most).length > 1 ? "You share the win" : "You won");
}

function date(seconds) {
  const when = new Date(1000 * seconds);
  return h("time.muted", { datetime: when.toISOString() }, when.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }));
}

/** Whom one played: the names of the opponents, with their level. They follow when the agents of the game are known. */
function opponents({ game, players, human }) {
  const place = h("span.muted");
  const seats = players.map((agent, seat) => (human.includes(seat) ? { kind: "human" } : { kind: "agent", agent }));
  getOnce(path`/api/games/${game}/agents`).then((catalogue) => {
    const people = cast(seats, catalogue);
    const levels = [...new Set(people.flatMap((one) => (one ? [one.level] : [])))];
    const names = seats.flatMap((seat, k) => (seat.kind === "agent" ? [people[k]?.name ?? seat.agent] : []));
    const level = levels.length === 1 ? ` (${levels[0]})` : "";
    place.textContent = names.length ? `against ${listed(names)}${level}` : "";
  }, () => {});
  return place;
}

/** `Ana`, `Ana and Ben`, `Ana, Ben and Chidi`. */
function listed(names) {
  return [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");
}
