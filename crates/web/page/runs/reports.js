// The reports' experiments: printed figures beside ours.

import { complain } from "../announce.js";
import { get, path, post } from "../api.js";
import { button, h, refill } from "../dom.js";
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
    refill(holder, h("p", {}, "Tables that reports have printed, made again. Where this machine has made an experiment, ",
      "the printed figures stand beside ours; for the others there is the command that makes them."),
    h("details.panel", {}, h("summary", {}, h("h2", {}, "What the words mean")),
      h("dl", {}, words.map(([word, meaning]) => [h("dt", {}, word), h("dd", {}, meaning)]))),
    list.map((one) => report(one, runs, owner ? make : null)));
  };
  await load();
  return h("div.text.wide", {}, h("h1", {}, "Reports"), jobs.element, holder);
}

function report({ report: name, title, answers, experiments }, runs, make) {
  return h("section", { "aria-label": title ?? name }, h("h2", {}, title ?? name), answers ? sheetTable(answers) : null, experiments.map((one) => experiment(one, runs.filter((run) => run.title.startsWith(`${one.name}: `)), make)));
}

function experiment({ name, source, title, summary, command, sheet, claims }, runs, make) {
  return h("details.panel", { open: Boolean(sheet) }, h("summary", {}, h("h3", {}, title ?? name)),
    source ? h("p.muted", {}, source) : null,
    summary ? h("p", {}, summary) : null,
    sheet ? sheetTable({ ...sheet, title: "Printed figures beside ours" }) : h("p.muted", {}, "Not made on this machine yet:"),
    claims ? sheetTable(claims) : null,
    runs.length ? h("p", {}, "Charts and games: ", runs.map((run, k) => [k ? ", " : "", h("a", { href: path`/runs/${run.name}` }, run.title.slice(name.length + 2))]), ".") : null,
    command ? h("pre", {}, h("code", {}, command)) : null,
    make ? button(sheet ? "Go on with it here" : "Make it here", () => make(name), { "aria-label": `Make ${name} on this machine` }) : null);
}
