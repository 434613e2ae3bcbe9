// All runs in the store.

import { get, getOnce, path } from "../api.js";
import { h, refill } from "../dom.js";
import { cluster } from "./cluster.js";
import { JobPanel, startTournament, tournamentForm } from "./job.js";

/** Players of a run in the list at most. */
const SHOWN = 4;

/** `/runs` */
export async function runs(page) {
  document.title = "Runs · Ludarium";
  const holder = h("div");
  const games = await getOnce("/api/games");
  const show = (list) => refill(holder, list.length ? table(list, games) : nothing(games[0].name));
  show(await get("/api/runs", page.signal));
  const timer = setInterval(() => get("/api/runs", page.signal).then(show, () => {}), 5000);
  page.signal.addEventListener("abort", () => clearInterval(timer));
  const jobs = new JobPanel(page.signal);
  const owner = await jobs.look().catch(() => false);
  return h("div.text.wide", {}, h("h1", {}, "Runs"),
    h("p", {}, "Matches, tournaments and experiments on this machine. A running one shows its progress live."),
    await cluster(page), jobs.element, owner ? tournamentForm(startTournament(page)) : null, holder);
}

function table(list, games) {
  const titles = new Map(games.map(({ name, title }) => [name, title]));
  return h("div.scroll", { tabindex: "0", role: "region", "aria-label": "Runs" }, h("table.runs", {},
    h("thead", {}, h("tr", {}, ["Run", "Changed", "Game", "Players", "Games", ""].map((title) => h("th", { scope: "col" }, title)))),
    h("tbody", {}, list.map((run) => h("tr", {},
      h("th", { scope: "row" }, h("a", { href: path`/runs/${run.name}` }, run.title)),
      h("td.date", {}, date(run.changed)),
      h("td.game", {}, titles.get(run.game) ?? run.game, run.variant ? h("span.muted", {}, ` ${run.variant}`) : null),
      h("td.agents", {}, some(run.agents)),
      h("td", {}, progress(run)),
      h("td", {}, run.running ? h("span.badge.live", {}, "running") : null))))));
}

/** The first few of many; those that play alike are counted. */
function some(agents) {
  const counts = new Map();
  for (const agent of agents) {
    const name = agent.replace(/ #\d+$/, "");
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = [...counts].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name));
  const rest = names.length - SHOWN;
  return names.slice(0, SHOWN).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** `16 Nov 2026, 18:40`, as the reader's system writes it. */
function date(seconds) {
  const when = new Date(1000 * seconds);
  return h("time", { datetime: when.toISOString() }, when.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }));
}

/** Games done of all, with a bar. */
export function progress({ done, total }) {
  const words = total ? `${done} of ${total}` : String(done);
  return h("span.progress", {}, total ? h("progress", { max: total, value: done, "aria-label": "Games done" }) : null, h("span", {}, words));
}

function nothing(game) {
  return h("div.panel", {}, h("p", {}, "There are no runs yet. This one takes some seconds:"),
    h("pre", {}, h("code", {}, `ludarium match ${game} one-ply greedy --games 40 --run first`)));
}
