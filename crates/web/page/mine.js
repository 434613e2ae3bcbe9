// The games of this browser, with how they ended and when.

import { path, post } from "./api.js";
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
  const mine = tables.slice(0, SHOWN);
  if (mine.length === 0) return;
  const title = (table) => games.find((game) => game.name === table.game)?.title ?? table.game;
  refill(holder, h("section.panel.mine", { "aria-labelledby": "mine-heading" },
    h("h2", { id: "mine-heading" }, "My games"),
    h("ul", {}, mine.map((table) => h("li", {},
      h("a", { href: path`/game/${table.id}` }, title(table)), result(table), date(table.touched),
      h("span.muted", {}, against(table)))))));
}

/** `You won`, `You lost`, `Draw`; how far it is while it goes on. */
function result({ over, scores, human, count }) {
  if (!over) return h("strong", {}, count ? "goes on" : "not begun");
  if (!scores || human.length === 0) return h("span", {}, "over");
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

function against({ players, human }) {
  const others = [...new Set(players.filter((_, seat) => !human.includes(seat)))];
  return others.length ? `against ${others.join(", ")}` : "";
}
