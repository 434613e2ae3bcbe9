// The position and the map of the day: the same for everybody on this server, with a table of scores.

import { complain } from "./announce.js";
import { get, post } from "./api.js";
import { stillBoard } from "./board/still.js";
import { button, field, h, refill } from "./dom.js";
import { percent } from "./seats.js";
import { keepPlayerName, playerName } from "./settings.js";
import { enterTable } from "./table/again.js";

const SHOWN = 5;

/** A section that fills itself. */
export function daily(page) {
  const holder = h("div");
  get("/api/daily", page.signal).then((today) => refill(holder, section(today, page)), () => {});
  return holder;
}

function section({ date, challenges }, page) {
  const day = new Date(`${date}T12:00:00`).toLocaleDateString(undefined, { dateStyle: "long" });
  const name = h("input", { type: "text", maxlength: "40", autocomplete: "nickname", value: playerName(), placeholder: "Somebody", on: { change: () => keepPlayerName(name.value.trim()) } });
  return h("section.panel.daily", { "aria-labelledby": "daily-heading" },
    h("h2", { id: "daily-heading" }, `Today, ${day}`),
    h("p.muted", {}, "The same start and the same dice for everybody here. No hints, no undo, and the first game under a name counts."),
    field("Your name in the tables", name),
    h("div.daily-games", {}, challenges.map((one) => challenge(one, () => name.value.trim(), page))));
}

function challenge(one, name, page) {
  const { kind, title, start, seat, level } = one;
  const what = kind === "map" ? "Map of the day" : "Position of the day";
  const begin = async () => {
    try {
      const made = await post("/api/daily", { kind, ...(name() ? { name: name() } : {}) });
      enterTable(made, { mine: [seat], go: page.go });
    } catch (error) {
      complain(error);
    }
  };
  return h("article.daily-game", { "aria-label": what },
    stillBoard(start, `${what}: ${title}`, false),
    h("div", {}, h("h3", {}, `${what}: ${title}`),
      h("p", {}, `You play ${start.seats[seat].name} against opponents of level ${level}.`),
      button("Play it", begin, { class: "primary", "aria-label": `Play it: the ${what.toLowerCase()}` }),
      scores(one)));
}

function scores({ kind, scores: rows }) {
  if (rows.length === 0) return h("p.muted", {}, "Nobody has finished it yet.");
  return h("table", { "aria-label": `Scores of the ${kind}` },
    h("thead", {}, h("tr", {}, ["", "Name", "Score", "Moves"].map((title) => h("th", { scope: "col" }, title)))),
    h("tbody", {}, rows.slice(0, SHOWN).map((row, k) => h("tr", {},
      h("td", {}, `${k + 1}.`), h("th", { scope: "row" }, row.name), h("td", {}, percent(row.score)), h("td", {}, String(row.moves))))));
}
