// Rules with pictures, and every agent in plain words.

import { get, getOnce, path } from "../api.js";
import { startPicture, stillBoard } from "../board/still.js";
import { cast, face } from "../cast.js";
import { button, h, marked } from "../dom.js";
import { quickStart } from "../home.js";
import { sentence } from "../sentences.js";

/** `/learn` */
export async function learn() {
  document.title = "Learn · Ludarium";
  const games = await getOnce("/api/home");
  return h("div", {}, h("h1", {}, "Learn"), h("p", {}, "The rules of each game on one page, and how its opponents play. All of this also works ", h("a", { href: "/offline" }, "without a connection"), "."),
    h("ul.cards.learn-games", {}, games.map((game) => h("li.card", {}, startPicture(game), h("div.card-text", {},
      h("h2", {}, h("a", { href: path`/learn/${game.name}` }, game.title)), h("p", {}, sentence(game.summary)))))));
}

/** `/learn/GAME` */
export async function learnGame(page, name) {
  const [lesson, catalogue] = await Promise.all([
    get(path`/api/learn/${name}`, page.signal), getOnce(path`/api/games/${name}/agents`),
  ]);
  document.title = `${lesson.title} · Ludarium`;
  return h("article.text", {},
    h("nav.crumbs", { "aria-label": "Back" }, h("a", { href: "/learn" }, "Learn"), " ›"),
    h("h1", {}, lesson.title),
    lesson.sections.map((part, k) => section(part, k)),
    h("div.actions", {}, button("Play now", () => quickStart(name, {}, page), { class: "primary" }),
      h("a.button", { href: path`/new?game=${name}` }, "Set up a game"), h("a.button", { href: path`/analyse?game=${name}` }, "Try moves on a board")),
    h("section", { "aria-labelledby": "levels-heading" }, h("h2", { id: "levels-heading" }, "Your opponents"),
      h("ul.opponents", {}, opponents(catalogue).map(opponent))),
    h("section", { "aria-labelledby": "agents-heading" }, h("details.panel", {}, h("summary", {}, h("h2", { id: "agents-heading" }, "All agents that play it")),
      h("dl.agents-list", {}, catalogue.agents.map((agent) => h("div", {},
        h("dt", {}, h("a", { href: path`/learn/${name}/${agent.name}` }, agent.name)), h("dd", {}, marked(sentence(agent.summary)))))))));
}

/** Somebody for each level. */
function opponents(catalogue) {
  return cast(catalogue.levels.map(({ agent }) => ({ kind: "agent", agent })), catalogue).filter(Boolean);
}

function opponent(person) {
  return h("li", {}, face(person), h("div", {}, h("strong", {}, person.name), h("span.muted", {}, ` ${person.level}`), h("div", {}, person.style)));
}

function section({ heading, text, board, caption }, k) {
  const paragraphs = Array.isArray(text) ? text : String(text ?? "").split(/\n\n+/);
  const id = `part-${k}`;
  return h("section", { "aria-labelledby": id }, h("h2", { id }, heading),
    h("div.lesson", { class: board ? "with-board" : null },
      h("div", {}, paragraphs.filter(Boolean).map((paragraph) => h("p", {}, marked(paragraph)))),
      board ? h("figure", {}, stillBoard(board, (caption ?? heading).replaceAll("`", "")), caption ? h("figcaption", {}, marked(caption)) : null) : null));
}

/** `/learn/GAME/AGENT` */
export async function learnAgent(page, game, name) {
  const [{ agents, levels }, games] = await Promise.all([getOnce(path`/api/games/${game}/agents`), getOnce("/api/home")]);
  const title = games.find((one) => one.name === game)?.title ?? game;
  const agent = agents.find((one) => one.name === name);
  if (!agent) throw new Error(`${title} has no agent ${name}.`);
  document.title = `${name} · Ludarium`;
  const level = levels.filter((one) => one.agent.split(/[:@]/)[0] === name).map((one) => one.name);
  const story = Array.isArray(agent.story) ? agent.story : String(agent.story ?? "").split(/\n\n+/);
  return h("article.text", {},
    h("nav.crumbs", { "aria-label": "Back" }, h("a", { href: "/learn" }, "Learn"), " › ", h("a", { href: path`/learn/${game}` }, title), " ›"),
    h("h1", {}, name), h("p.lead", {}, marked(sentence(agent.summary))),
    story.filter(Boolean).map((paragraph) => h("p", {}, marked(paragraph))),
    level.length ? h("p", {}, `Plays as level ${level.join(", ")}.`) : null,
    agent.parameters.length ? [h("h2", {}, "Parameters"), parameters(agent)] : h("p", {}, "It has no parameters."),
    h("p", {}, "In commands: ", h("code", {}, example(agent))));
}

function parameters(agent) {
  return h("div.scroll", { tabindex: "0", role: "region", "aria-label": "Parameters" }, h("table.stacked", {},
    h("thead", {}, h("tr", {}, ["Parameter", "Values", "Default", "What it does"].map((title) => h("th", { scope: "col" }, title)))),
    h("tbody", {}, agent.parameters.map((one) => h("tr", {},
      h("th", { scope: "row" }, h("code", {}, one.key)), h("td", {}, values(one)), h("td", {}, String(one.default)), h("td", {}, marked(sentence(one.summary))))))));
}

function values({ kind, min, max, words }) {
  if (kind === "switch") return "on or off";
  if (kind === "words") return words.join(", ");
  return `${kind === "whole" ? "whole number" : "number"} from ${min} to ${max}`;
}

function example(agent) {
  const [first] = agent.parameters;
  return first ? `${agent.name}:${first.key}=${first.default}` : agent.name;
}
