// The reports' experiments: printed figures beside ours.

import { complain } from "../announce.js";
import { get, path, post } from "../api.js";
import { button, h, refill } from "../dom.js";
import { themeNow } from "../look.js";
import { onSetting } from "../settings.js";
import { chart } from "./chart.js";
import { JobPanel } from "./job.js";
import { sheetTable } from "./sheet.js";

/** `/reports` */
export async function reports(page) {
  document.title = "Reports · Ludarium";
  const holder = h("div");
  const jobs = new JobPanel(page.signal, () => load().catch(complain));
  const owner = await jobs.look().catch(() => false);
  const make = (name) => post("/api/reports", { name }).then(() => jobs.look()).then(() => jobs.element.scrollIntoView({ block: "nearest" }), complain);
  const load = async () => {
    const [{ words, reports: list }, runs] = await Promise.all([get("/api/reports", page.signal), get("/api/runs", page.signal)]);
    if (!list.length) return refill(holder, h("p", {}, "No game here comes with the experiments of a report. For experiments of your own: ", h("code", {}, "ludarium experiment FILE")));
    refill(holder,
      h("nav.contents", { "aria-label": "Reports" }, list.map(({ report: name, title }) => h("a", { href: `#report-${name}`, on: { click: (event) => leap(event, name) } }, title ?? name))),
      list.map((one) => report(one, runs, owner ? make : null)),
      h("details.panel", {}, h("summary", {}, h("h2", {}, "What the words mean")),
        h("dl", {}, words.map(([word, meaning]) => [h("dt", {}, word), h("dd", {}, meaning)]))));
    plots(holder, page.signal);
    return undefined;
  };
  await load();
  onSetting((changed) => changed === "theme" && plots(holder, page.signal), page.signal);
  return h("div.text.wide", {}, h("h1", {}, "Reports"),
    h("p", {}, "What reports say about these games, and what came of it when everything was made again."), jobs.element, holder);
}

/** An address with another place of the same page would show the page anew. */
function leap(event, name) {
  event.preventDefault();
  document.getElementById(`report-${name}`)?.scrollIntoView();
}

/** A report: what came of it at a glance; its sentences and experiments when they are opened. */
function report({ report: name, title, answers, experiments }, runs, make) {
  const made = experiments.filter(({ sheet }) => sheet).length;
  return h("section.panel.report", { id: `report-${name}`, "aria-label": title ?? name },
    h("h2", {}, title ?? name),
    answers ? glance(name, answers) : null,
    answers ? h("details", {}, h("summary", {}, `All ${answers.sheet.rows.length} questions and statements`), sheetTable(answers.sheet)) : null,
    h("details.experiments", {}, h("summary", {}, `${experiments.length} ${experiments.length === 1 ? "experiment" : "experiments"}`, made ? h("span.muted", {}, `, ${made} made on this machine`) : null),
      experiments.map((one) => experiment(one, runs.filter((run) => run.title.startsWith(`${one.name}: `)), make))));
}

/** Draws the plot of each report in the colours of the page. */
function plots(holder, signal) {
  for (const place of holder.querySelectorAll(".plot")) {
    const { report: name, title } = place.dataset;
    chart(path`/api/reports/${name}/picture?theme=${themeNow()}`, title, undefined, signal).then((drawn) => refill(place, drawn), () => {});
  }
}

const MARKS = { confirmed: ["✓", "good"], refuted: ["✗", "bad"], "cannot be told": ["~", "open"] };

/** The verdicts in numbers, the main sentences, and one plot. */
function glance(name, { counts, picture, short }) {
  return h("div.glance", {},
    picture ? h("figure", {}, h("div.plot", { "data-report": name, "data-title": picture }), h("figcaption", {}, picture)) : null,
    h("div", {},
      h("p.counts", {}, counts.map(([word, count]) => h("span", { class: MARKS[word]?.[1] ?? null }, h("strong", {}, String(count)), ` ${word}`))),
      h("ul.short", {}, short.map(([text, word]) => h("li", {}, h("span.mark", { class: MARKS[word]?.[1] ?? null, title: word }, MARKS[word]?.[0] ?? "", h("span.visually-hidden", {}, word)), h("span", {}, text))))));
}

function experiment({ name, source, title, summary, command, sheet, claims, verdicts, games }, runs, make) {
  const told = [...(verdicts ?? []).map(([word, count]) => `${count} × ${word}`), games ? `${games} games` : ""].filter(Boolean);
  return h("details.panel", {}, h("summary", {}, h("h3", {}, title ?? name), told.length ? h("span.muted", {}, ` ${told.join(", ")}`) : null),
    source ? h("p.muted", {}, source) : null,
    summary ? h("p", {}, summary) : null,
    sheet ? sheetTable({ ...sheet, title: "Printed figures beside ours" }) : h("p.muted", {}, "Not made on this machine yet:"),
    claims ? sheetTable(claims) : null,
    runs.length ? h("p", {}, "Charts and games: ", runs.map((run, k) => [k ? ", " : "", h("a", { href: path`/runs/${run.name}` }, run.title.slice(name.length + 2))]), ".") : null,
    command ? h("pre", {}, h("code", {}, command)) : null,
    make ? button(sheet ? "Go on with it here" : "Make it here", () => make(name), { "aria-label": `Make ${name} on this machine` }) : null);
}
