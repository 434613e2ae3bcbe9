// What works without a connection: the rules of the games, and the games that this browser has kept.

import { get, getOnce, path } from "./api.js";
import { keptGames } from "./connection.js";
import { h } from "./dom.js";
import { resultInWords } from "./seats.js";

/** `/offline` */
export async function offline(page) {
  document.title = "Without a connection · Ludarium";
  const [games, kept] = await Promise.all([getOnce("/api/home"), keptGames()]);
  const snapshots = await Promise.all(kept.map((address) => get(address, page.signal).then((game) => ({ address, game }), () => null)));
  const found = snapshots.filter(Boolean);
  return h("div.text", {}, h("h1", {}, "Without a connection"),
    h("p", {}, "This browser keeps the rules of every game, and the games that you have finished or looked at here. You can read and replay them without the server. Playing, analysing and new reviews need it."),
    h("h2", {}, "Rules"),
    h("ul", {}, games.map((game) => h("li", {}, h("a", { href: path`/learn/${game.name}` }, game.title)))),
    h("h2", {}, "Games kept here"),
    found.length ? h("ul", {}, found.map(({ address, game }) => h("li", {}, h("a", { href: placeOf(address) }, game.title), ` ${resultInWords(game.result, game.seats, game.you)}, ${game.count} steps`)))
      : h("p", {}, "None yet. A game is kept when it is over and you look at it."));
}

/** The page of a game below /api. */
function placeOf(address) {
  return address.replace("/api/tables/", "/game/").replace("/api/runs/", "/runs/").replace("/games/", "/");
}
