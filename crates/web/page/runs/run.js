// One run: tables, plots, progress, and its games.

import { get, path } from "../api.js";
import { button, h, marked, refill } from "../dom.js";
import { themeNow } from "../look.js";
import { sentence } from "../sentences.js";
import { onSetting } from "../settings.js";
import { Socket } from "../socket.js";
import { chart } from "./chart.js";
import { progress } from "./list.js";
import { sheetTable } from "./sheet.js";

const PAGE = 25;

/** `/runs/NAME` */
export async function run(page, name) {
  const view = new RunView(name, page.signal);
  await view.load();
  document.title = `${view.run.title} · Ludarium`;
  return view.element;
}

class RunView {
  constructor(name, signal) {
    this.name = name;
    this.signal = signal;
    this.base = path`/api/runs/${name}`;
    this.from = 0;
    this.progress = h("p.run-progress", { role: "status" });
    this.facts = h("p.muted");
    this.headline = h("div");
    this.standings = h("div.sheets.standings");
    this.sheets = h("div.sheets");
    this.charts = h("div.charts");
    this.games = h("div");
    this.element = h("div.text.wide", {},
      h("nav.crumbs", { "aria-label": "Back" }, h("a", { href: "/runs" }, "Runs"), " ›"),
      this.title = h("h1"), this.facts, this.progress, this.headline, this.standings, this.charts, this.sheets,
      h("section", { "aria-labelledby": "games-heading" }, h("h2", { id: "games-heading" }, "Games"), this.games));
    onSetting((name) => name === "theme" && this.showCharts(), signal);
    const socket = new Socket(`${this.base}/live`, { message: (message) => this.live(message) });
    signal.addEventListener("abort", () => socket.close());
  }

  async load() {
    this.run = await get(this.base, this.signal);
    const { title, sheets, heading, headline, faults } = this.run;
    this.title.textContent = title;
    this.facts.textContent = heading + (faults ? ` · ${faults} faults` : "");
    refill(this.headline, headline.map((words) => h("p", {}, marked(sentence(words)))));
    this.showProgress(this.run);
    const [first, ...others] = sheets.map(sheetTable);
    refill(this.standings, first);
    refill(this.sheets, others);
    this.showCharts();
    await this.showGames(this.from);
  }

  showProgress(run) {
    refill(this.progress, progress(run), run.running ? h("span.badge.live", {}, "running") : null);
  }

  /** A run that goes on is read again, at most every two seconds. */
  live(message) {
    const changed = message.done !== this.run?.done;
    this.showProgress({ ...this.run, ...message });
    if (!changed || this.reading) return;
    this.reading = setTimeout(() => {
      this.reading = null;
      if (!this.signal.aborted) this.load().catch(() => {});
    }, 2000);
  }

  /** Charts are drawn for the room that there is, so that their words stay large enough on a phone. */
  async showCharts() {
    const width = Math.min(Math.max(innerWidth - 24, 360), 620);
    const query = `theme=${themeNow()}&width=${width}`;
    const charts = this.run.charts.map(({ href, title }) => chart(`${href}?${query}`, title, (words, place) => this.follow(href, words, place), this.signal).catch(() => null));
    this.newest = charts;
    // The old ones stay until all new ones are there: a run that goes on must not make the page jump.
    const drawn = await Promise.all(charts);
    if (this.newest === charts) refill(this.charts, drawn);
  }

  /** From a mark of a chart to the games that it tells about: those of its players, of one length, or won by a seat. */
  async follow(chart, words, place) {
    const [, from, to] = /^([\d\u202f]+) to ([\d\u202f]+): /.exec(words) ?? [];
    const whole = (text) => Number(text.replaceAll("\u202f", ""));
    const named = [];
    let rest = words;
    for (const agent of this.run.agents.toSorted((a, b) => b.length - a.length)) {
      if (rest.includes(agent)) named.push(agent);
      rest = rest.replaceAll(agent, "");
    }
    this.filter = chart.endsWith("/lengths.svg") && from ? { words: `with ${from} to ${whole(to) - 1} moves`, query: `&shortest=${whole(from)}&longest=${whole(to) - 1}` }
      : chart.endsWith("/seats.svg") ? { words: `won by ${words.replace(/^won |:.*$/g, "")}`, query: `&winner=${place}` }
      : named.length ? { words: `of ${named.reverse().join(" and ")}`, query: named.map((agent) => path`&player=${agent}`).join("") } : null;
    await this.showGames(0);
    this.games.scrollIntoView({ block: "start" });
  }

  async showGames(from) {
    const only = this.filter?.query ?? "";
    const rows = await get(`${this.base}/games?from=${from}&count=${PAGE}${only}`, this.signal);
    this.from = from;
    const move = (target) => () => this.showGames(Math.max(target, 0));
    refill(this.games,
      this.filter ? h("p.filter", {}, `Games ${this.filter.words}. `, button("Show all games", () => {
        this.filter = null;
        this.showGames(0);
      }, { class: "quiet small" })) : null,
      h("div.scroll", { tabindex: "0", role: "region", "aria-label": "Games of the run" }, h("table.run-games", {},
        h("thead", {}, h("tr", {}, ["Game", "Players", "Scores", "Plies", "Ending"].map((title) => h("th", { scope: "col" }, title)))),
        h("tbody", {}, rows.map((row) => h("tr", {},
          h("th.whole", { scope: "row" }, h("a", { href: path`/runs/${this.name}/${row.number}` }, `Game ${row.number}`)),
          h("td", {}, row.players.join(", ")),
          h("td.whole", {}, row.scores.map((score) => Number(score.toFixed(2))).join(" · ")),
          h("td.right", {}, row.plies), h("td", {}, row.ending)))))),
      h("div.actions", {},
        button("Earlier games", move(from - PAGE), { disabled: from === 0 }),
        button("Later games", move(from + PAGE), { disabled: rows.length < PAGE })));
  }
}
