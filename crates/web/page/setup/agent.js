// Choosing an agent: by level, or from the catalogue with its parameters.

import { getOnce, path } from "../api.js";
import { field, h, refill, select } from "../dom.js";
import { sentence } from "../sentences.js";

const OWN = "own";
const STRONGEST = "Strongest";
const BUDGETS = [
  ["time_ms", "Time for a move (ms)"], ["iterations", "Simulations"], ["nodes", "Positions"], ["depth", "Depth (plies)"],
];

/** A bot of the machine's owner stands in the list of levels under its text, which no level has. */
const asLevel = ({ agent }) => ({ name: agent, agent });

/** The strongest agent as one more level: the one that gives hints. */
function strongestOf(agents) {
  const agent = agents.find(({ name }) => name === "best") ?? agents.find(({ name }) => name === "mcts") ?? agents.at(-1);
  return [{ name: STRONGEST, agent: agent.name, style: "Thinks as long as you look." }];
}

export class AgentPicker {
  /**
   * @param {string} name what the choice is for, in labels
   * @param {{level?: string, bots?: boolean, strongest?: boolean, changed?: () => void}} [options] `bots`: whether the bots of the
   * machine's owner are offered; `strongest`: whether the first choice is the strongest agent, which stops at no level
   */
  constructor(name, { level = "Medium", bots = false, strongest = false, changed } = {}) {
    this.name = name;
    this.withBots = bots;
    this.withStrongest = strongest;
    this.level = strongest ? STRONGEST : level;
    this.changed = changed;
    this.values = {};
    this.budget = {};
    this.element = h("div.agent-picker");
  }

  /** Shows the agents of a game. */
  async setGame(game, variant) {
    const catalogue = await getOnce(path`/api/games/${game}/agents?variant=${variant ?? ""}`);
    const first = this.withStrongest ? strongestOf(catalogue.agents) : [];
    this.catalogue = { ...catalogue, levels: [...first, ...catalogue.levels], bots: this.withBots ? catalogue.bots : [] };
    const { levels, agents, bots } = this.catalogue;
    if (this.level !== OWN && ![...levels, ...bots.map(asLevel)].some((level) => level.name === this.level)) this.level = levels[Math.min(2, levels.length - 1)]?.name ?? OWN;
    if (!agents.some((agent) => agent.name === this.agent)) {
      this.agent = agents[0].name;
      this.values = {};
    }
    this.show();
  }

  show() {
    const { levels, bots } = this.catalogue;
    const options = [
      ...levels.map((level) => ({ value: level.name, text: level.name })),
      ...bots.map((bot) => ({ value: bot.agent, text: `${bot.name} (a bot of this machine)` })),
      { value: OWN, text: "Choose an agent…" },
    ];
    const list = select(options, this.level, (value) => {
      this.level = value;
      this.show();
      this.changed?.();
    }, { "aria-label": `Level of ${this.name}` });
    refill(this.element, list, this.level === OWN ? this.expert() : this.smallPrint());
  }

  /** Who plays the level, and how. */
  smallPrint() {
    const level = this.catalogue.levels.find((one) => one.name === this.level);
    return level ? h("small.muted", {}, `${sentence(level.style)} `, h("code", {}, level.agent)) : null;
  }

  expert() {
    const { agents } = this.catalogue;
    const agent = agents.find((one) => one.name === this.agent);
    const list = select(agents.map((one) => ({ value: one.name, text: one.name })), this.agent, (value) => {
      this.agent = value;
      this.values = {};
      this.show();
      this.changed?.();
    });
    const parameters = agent.parameters.map((parameter) => field(parameter.key, this.parameter(parameter), parameter.summary));
    const budgets = BUDGETS.map(([key, text]) => field(text, h("input", {
      type: "number", min: "1", step: "1", value: this.budget[key] ?? "", placeholder: "its own",
      on: { input: (event) => this.setBudget(key, event.target.value) },
    })));
    return h("fieldset.expert", {}, h("legend", {}, `Agent for ${this.name}`),
      field("Agent", list, agent.summary),
      parameters.length ? h("div.grid", {}, parameters) : null,
      h("details", {}, h("summary", {}, "What a move may cost"), h("div.grid", {}, budgets)));
  }

  parameter({ key, kind, min, max, most = max, words, default: usual }) {
    const current = this.values[key] ?? String(usual);
    const set = (value) => {
      this.values[key] = value;
      this.changed?.();
    };
    const choices = kind === "switch" ? ["on", "off"] : words;
    if (kind === "switch" || kind === "words") {
      return select(choices.map((word) => ({ value: word, text: word })), current, set);
    }
    const step = kind === "whole" ? "1" : "any";
    return h("input", { type: "number", min, max: most, step, value: current, required: true, on: { input: (event) => set(event.target.value) } });
  }

  setBudget(key, value) {
    if (value) this.budget[key] = Number(value);
    else delete this.budget[key];
    this.changed?.();
  }

  /** The agent's text and budget, as the server wants them. */
  order() {
    if (this.level !== OWN) {
      const { levels, bots } = this.catalogue;
      const level = [...levels, ...bots.map(asLevel)].find((one) => one.name === this.level);
      return { agent: level.agent, ...(level.budget ? { budget: level.budget } : {}) };
    }
    const agent = this.catalogue.agents.find((one) => one.name === this.agent);
    const given = agent.parameters.filter(({ key, default: usual }) => key in this.values && this.values[key] !== String(usual));
    const text = given.map(({ key }) => `${key}=${this.values[key]}`).join(",");
    return { agent: text ? `${this.agent}:${text}` : this.agent, ...(Object.keys(this.budget).length ? { budget: { ...this.budget } } : {}) };
  }
}
