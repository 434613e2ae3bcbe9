// The first page: a game within one click.

import { complain } from "./announce.js";
import { get, getOnce, path } from "./api.js";
import { startPicture } from "./board/still.js";
import { button, h, refill, select } from "./dom.js";
import { makeTable } from "./table/again.js";

const LEVEL = "Easy";
/** Whom the best agent of a game plays when somebody watches: one that every game has, and that weighs its moves in another way. */
const RIVAL = { agent: "mcts", budget: { time_ms: 1000 } };

/** `/` */
export async function home(page) {
  const games = await getOnce("/api/home");
  const order = [...games].sort((a, b) => Number(b === first(games)) - Number(a === first(games)));
  let level = LEVEL;
  const picker = select(order[0].levels.map((name) => ({ value: name, text: name })), level, (value) => { level = value; }, { id: "level" });
  const cards = order.map((game, k) => card(game, k === 0, () => level, page));
  const recent = h("div");
  showRecent(recent, games, page.signal);
  return h("div.home", {},
    h("section.hero", { "aria-labelledby": "welcome" },
      h("h1", { id: "welcome" }, "Games the textbooks leave out"),
      h("p", {}, "Three or more players, dice, or both. Play against agents, watch what they think, and see which of them is best."),
      h("label.inline", { for: "level" }, "Your opponents: ", picker)),
    h("div.cards", {}, cards),
    recent);
}

/** The game that a newcomer is offered first: the one for most players, because many seats are never dull. */
function first(games) {
  return games.reduce((known, game) => (game.seats[1] > known.seats[1] ? game : known));
}

function agentsOf(game) {
  return getOnce(path`/api/games/${game}/agents`);
}

function card(game, first, level, page) {
  const quick = (human) => async () => {
    try {
      await makeTable(await quickOrder(game.name, human, level()), page);
    } catch (error) {
      complain(error);
    }
  };
  const others = inWords(game.players - 1);
  const play = button(first ? `Play against ${others}` : "Play", quick(true), { class: first ? "primary large" : "primary", "aria-label": `Play ${game.title} against ${others}` });
  return h(`article.card${first ? ".first" : ""}`, { "aria-labelledby": `game-${game.name}` },
    startPicture(game),
    h("div.card-text", {},
      h("h2", { id: `game-${game.name}` }, game.title),
      h("p", {}, sentence(game.summary)),
      h("div.actions", {}, play,
        button("Watch", quick(false), { "aria-label": `Watch agents play ${game.title}` }),
        h("a.button", { href: path`/new?game=${game.name}`, "aria-label": `Set up ${game.title}` }, "Set up"),
        h("a.button.quiet", { href: path`/learn/${game.name}`, "aria-label": `Rules of ${game.title}` }, "Rules"))));
}

/** A human in the first seat against agents of one level; or, to be watched, two agents whose thoughts are worth a look. */
async function quickOrder(game, human, level) {
  const { levels, seats } = await agentsOf(game);
  const { agent } = levels.find((one) => one.name === level) ?? levels[0];
  const watched = [{ agent: levels.at(-1).agent }, RIVAL];
  const player = (seat) => (human && seat === 0 ? { kind: "human" } : { kind: "agent", ...(human ? { agent } : watched[seat % 2]) });
  return { game, seats: seats.map((_, seat) => player(seat)) };
}

async function showRecent(holder, games, signal) {
  const tables = await get("/api/tables", signal).catch(() => []);
  if (tables.length === 0) return;
  const rows = tables.slice(0, 12).map((table) => h("li", {},
    h("a", { href: path`/game/${table.id}` }, games.find((game) => game.name === table.game)?.title ?? table.game),
    h("span.muted", {}, ` ${table.players.join(", ")} · ${table.over ? "over" : `${table.count} moves so far`}`)));
  refill(holder, h("section.panel.recent", { "aria-labelledby": "recent" }, h("h2", { id: "recent" }, "Games on this machine"), h("ul", {}, rows)));
}

function inWords(count) {
  const words = ["nobody", "an agent", "two agents", "three agents", "four agents", "five agents", "six agents", "seven agents"];
  return words[count] ?? `${count} agents`;
}

/** A summary as a sentence. */
export function sentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
