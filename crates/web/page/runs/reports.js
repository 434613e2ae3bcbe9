// The reports' experiments: printed figures beside ours.

import { get } from "../api.js";
import { h } from "../dom.js";
import { sheetTable } from "./sheet.js";

/** `/reports` */
export async function reports(page) {
  document.title = "Reports · Ludarium";
  const { words, reports: list } = await get("/api/reports", page.signal);
  return h("div.text.wide", {}, h("h1", {}, "Reports"),
    h("p", {}, "Ludarium reproduces the tables of five reports. Where this machine has made an experiment, ",
      "the printed figures stand beside ours; for the others there is the command that makes them."),
    h("details.panel", {}, h("summary", {}, h("h2", {}, "What the words mean")),
      h("dl", {}, words.map(([word, meaning]) => [h("dt", {}, word), h("dd", {}, meaning)]))),
    list.map(report));
}

function report({ report: name, title, experiments }) {
  return h("section", { "aria-label": title ?? name }, h("h2", {}, title ?? name), experiments.map(experiment));
}

function experiment({ name, source, title, summary, command, sheet, claims }) {
  return h("details.panel", { open: Boolean(sheet) }, h("summary", {}, h("h3", {}, title ?? name)),
    source ? h("p.muted", {}, source) : null,
    summary ? h("p", {}, summary) : null,
    sheet ? sheetTable({ ...sheet, title: "Printed figures beside ours" }) : h("p.muted", {}, "Not made on this machine yet:"),
    claims ? sheetTable(claims) : null,
    command ? h("pre", {}, h("code", {}, command)) : null);
}
