// The workers and runs of a cluster, where the server was told of one.

import { get } from "../api.js";
import { h, refill } from "../dom.js";

/** A panel that keeps itself up to date; empty where there is no cluster. */
export async function cluster(page) {
  const holder = h("div");
  const show = (seen) => refill(holder, seen ? panel(seen) : null);
  const seen = await get("/api/cluster", page.signal);
  show(seen);
  if (seen) {
    const timer = setInterval(() => get("/api/cluster", page.signal).then(show, () => {}), 2000);
    page.signal.addEventListener("abort", () => clearInterval(timer));
  }
  return holder;
}

function panel({ error, workers, runs }) {
  if (error) return h("section.panel.cluster", {}, h("h2", {}, "Cluster"), h("p", {}, error));
  return h("section.panel.cluster", {}, h("h2", {}, "Cluster"),
    workers.length ? table("Workers", ["Worker", "Version", "Threads", "Speed", "Jobs", "Games", "Games a second", "Last heard"],
      workers.map((one) => [one.id, one.version, one.threads, one.speed.toFixed(0), one.jobs, one.games,
        (one.games / Math.max(one.seconds, 0.1)).toFixed(1), `${Math.round(one.heard)} s ago`]))
      : h("p", {}, "No workers. Start some with ", h("code", {}, "ludarium worker --cluster ADDRESS"), "."),
    workers.flatMap((one) => one.refused.map(({ run, reason }) => h("p.muted", {}, `${one.id} does not play ${run}: ${reason}`))),
    runs.length ? table("Runs of the cluster", ["Run", "Game", "Done", "Left", "Waiting", "In flight", "Given again", "Set aside", "Results to store"],
      runs.map((one) => [one.name, one.game, `${one.done} of ${one.all} ${one.units}`, one.left === null ? "" : `${Math.round(one.left)} s`, one.waiting, one.in_flight, one.again, one.set_aside, one.results])) : h("p", {}, "Nothing is being played."));
}

function table(label, titles, rows) {
  return h("div.scroll", { tabindex: "0", role: "region", "aria-label": label }, h("table", {},
    h("thead", {}, h("tr", {}, titles.map((title) => h("th", { scope: "col" }, title)))),
    h("tbody", {}, rows.map(([first, ...rest]) => h("tr", {}, h("th", { scope: "row" }, first), rest.map((cell) => h("td", {}, String(cell))))))));
}
