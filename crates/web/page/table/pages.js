// The addresses of games: tables that are played, and games of runs.

import { h } from "../dom.js";
import { path } from "../api.js";
import { keepTableNotes, tableNotes } from "../settings.js";
import { recordSource, tableSource } from "./source.js";
import { TableView } from "./table.js";
import { setTheatre } from "../watch/theatre.js";

/** `/game/ID?key=K` */
export function game(page, id) {
  const key = page.query.get("key") || tableNotes(id).key || null;
  if (key) keepTableNotes(id, { key });
  // Whoever reads the key can play the seat: it leaves the address bar as soon as this browser has kept it.
  if (page.query.has("key") && tableNotes(id).key === key) history.replaceState(null, "", path`/game/${id}`);
  const view = new TableView(tableSource(id, key), page);
  if (page.query.has("film")) view.story.playSoon();
  if (page.query.has("full")) setTheatre(true);
  return view.element;
}

/** `/runs/NAME/N` */
export function recordedGame(page, run, number) {
  const view = new TableView(recordSource(run, Number(number)), page);
  const back = h("nav.crumbs", { "aria-label": "Back" }, h("a", { href: path`/runs/${run}` }, `Run ${run}`), ` › game ${number}`);
  return h("div", {}, back, view.element);
}
