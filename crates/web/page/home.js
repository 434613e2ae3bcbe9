// The first page: a game within one click.

import { complain } from "./announce.js";
import { getOnce, path } from "./api.js";
import { startPicture } from "./board/still.js";
import { daily } from "./daily.js";
import { button, h, select } from "./dom.js";
import { myGames } from "./mine.js";
import { sentence } from "./sentences.js";
import { makeTable } from "./table/again.js";
import { Hero } from "./watch/hero.js";

const LEVEL = "Easy";

/** `/` */
export async function home(page) {
  const games = await getOnce("/api/home");
  let level = LEVEL;
  const main = first(games);
  const picker = select(main.levels.map((name) => ({ value: name, text: name })), level, (value) => { level = value; }, { id: "level" });
  const start = (game, human) => () => quickStart(game.name, { human, level }, page);
  return h("div.home", {},
    h("section.hero", { "aria-labelledby": "welcome" },
      h("div.hero-text", {},
        h("h1", { id: "welcome" }, "Games the textbooks leave out"),
        h("p", {}, "Board games with dice, with three or more players, or both. Play in your browser, watch strong players think, and see afterwards what was luck and what was skill."),
        h("div.actions", {},
          button(`Play ${main.title} now`, start(main, true), { class: "primary large" }),
          h("a.button", { href: path`/learn/${main.name}` }, "How it works")),
        h("label.inline", { for: "level" }, "Your opponents: ", picker)),
      new Hero(main, page).element),
    h("h2.cards-heading", {}, "Choose a game"),
    h("div.cards", {}, games.map((game) => card(game, start))),
    daily(page),
    myGames(games, page.signal));
}

/** Begins a game at once: with the reader against agents of a level, or between agents. @param {string} game */
export async function quickStart(game, { human = true, level = LEVEL }, page) {
  try {
    await makeTable(await quickOrder(game, human, level), page);
  } catch (error) {
    complain(error);
  }
}

/** The game that a newcomer is offered first: the one for most players, because many seats are never dull. */
function first(games) {
  return games.reduce((known, game) => (game.seats[1] > known.seats[1] ? game : known));
}

function agentsOf(game) {
  return getOnce(path`/api/games/${game}/agents`);
}

function card(game, start) {
  const others = inWords(game.players - 1);
  return h("article.card", { "aria-labelledby": `game-${game.name}` },
    startPicture(game),
    h("div.card-text", {},
      h("h3", { id: `game-${game.name}` }, game.title),
      h("p", {}, sentence(game.summary), h("span.players-count", {}, ` You against ${others}.`)),
      h("div.actions", {},
        button("Play", start(game, true), { class: "primary", "aria-label": `Play ${game.title} against ${others}` }),
        button("Watch", start(game, false), { "aria-label": `Watch agents play ${game.title}` }),
        h("a.button.quiet", { href: path`/learn/${game.name}`, "aria-label": `Rules of ${game.title}` }, "Rules"),
        h("a.button.quiet", { href: path`/new?game=${game.name}`, "aria-label": `More… Set up ${game.title}` }, "More…"))));
}

/** A human in the first seat against agents of one level; or, to be watched, agents of the two strongest. */
async function quickOrder(game, human, level) {
  const { levels, seats } = await agentsOf(game);
  const { agent } = levels.find((one) => one.name === level) ?? levels[0];
  const watched = levels.slice(-2).reverse();
  const player = (seat) => (human && seat === 0 ? { kind: "human" } : { kind: "agent", ...(human ? { agent } : { agent: watched[seat % watched.length].agent }) });
  return { game, seats: seats.map((_, seat) => player(seat)) };
}

function inWords(count) {
  const words = ["nobody", "one opponent", "two opponents", "three opponents", "four opponents", "five opponents", "six opponents", "seven opponents"];
  return words[count] ?? `${count} opponents`;
}
