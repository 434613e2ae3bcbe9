// A table of results, with intervals drawn behind their numbers.

import { h } from "../dom.js";

/**
 * @typedef {{text: string, tone?: string, value?: number, low?: number, high?: number}} SheetCell
 * @typedef {{title: string, columns: {title: string, group: string, align: string}[], rows: SheetCell[][], notes: string[]}} Sheet
 */

/** @param {Sheet} sheet */
export function sheetTable(sheet) {
  const grouped = sheet.columns.some((column) => column.group);
  return h("figure.sheet", {},
    h("figcaption", {}, sheet.title),
    h("div.scroll", { tabindex: "0", role: "region", "aria-label": sheet.title },
      h("table", {},
        h("thead", {}, grouped ? h("tr", {}, groups(sheet.columns)) : null,
          h("tr", {}, sheet.columns.map((column) => h("th", { scope: "col", class: column.align }, column.title)))),
        h("tbody", {}, sheet.rows.map((row) => h("tr", {}, row.map((cell, k) => tableCell(cell, sheet.columns[k], k))))))),
    sheet.notes.length ? h("ul.notes", {}, sheet.notes.map((note) => h("li", {}, note))) : null);
}

/** One heading for each run of neighbours in the same group. */
function groups(columns) {
  const heads = [];
  for (const column of columns) {
    const last = heads[heads.length - 1];
    if (last && last.group === column.group) last.span += 1;
    else heads.push({ group: column.group, span: 1 });
  }
  return heads.map(({ group, span }) => (group ? h("th.group", { colspan: span, scope: "colgroup" }, group) : h("td", { colspan: span })));
}

function tableCell(cell, column, place) {
  const props = { class: [column?.align, cell.tone].filter(Boolean).join(" ") || null, "data-title": column?.title };
  if (place === 0) return h("th", { ...props, scope: "row" }, cell.text);
  return h("td", props, cell.text, interval(cell));
}

/** A share with its interval as a small bar. */
function interval({ value, low, high }) {
  if (value === undefined) return null;
  return h("span.interval", { "aria-hidden": "true", style: { "--low": String(low), "--high": String(high), "--value": String(value) } });
}
