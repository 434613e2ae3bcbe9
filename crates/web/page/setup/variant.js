// Choosing a game, its variant and its options.

import { field, h, refill, select } from "../dom.js";

export class VariantPicker {
  /**
   * @param {any[]} games
   * @param {{game?: string | null, variant?: string | null}} chosen
   * @param {() => void} changed
   * @param {HTMLElement} [head] where the game is chosen, if that is apart from its variant
   */
  constructor(games, chosen, changed, head) {
    this.games = games;
    this.head = head;
    this.changed = changed;
    this.game = games.find((game) => game.name === chosen.game) ?? games[0];
    this.variant = this.game.variants[0].name;
    this.values = {};
    if (chosen.variant) this.read(chosen.variant);
    this.element = h("div.variant-picker");
    this.show();
  }

  /** Takes a variant's text apart: `orig:players=5,board=17`. */
  read(text) {
    const [name, options = ""] = text.split(/:(.*)/s);
    if (this.game.variants.some((variant) => variant.name === name)) this.variant = name;
    for (const pair of options.split(",").filter(Boolean)) {
      const [key, value] = pair.split("=");
      this.values[key] = value;
    }
  }

  /** Options of another variant mean nothing to this one. */
  dropUnknown() {
    const known = this.game.variants.find((variant) => variant.name === this.variant).options.map((option) => option.key);
    this.values = Object.fromEntries(Object.entries(this.values).filter(([key]) => known.includes(key)));
  }

  show() {
    const named = (list) => list.map((one) => ({ value: one.name, text: one.title ?? one.name }));
    const games = select(named(this.games), this.game.name, (name) => {
      this.game = this.games.find((game) => game.name === name);
      this.variant = this.game.variants[0].name;
      this.values = {};
      this.show();
      this.changed();
    });
    const variants = select(named(this.game.variants), this.variant, (name) => {
      this.variant = name;
      this.dropUnknown();
      this.show();
      this.changed();
    });
    const chosen = this.game.variants.find((variant) => variant.name === this.variant);
    const options = (chosen?.options ?? []).map((option) => field(option.key, this.option(option), option.summary));
    const open = this.options?.open || Object.keys(this.values).length > 0;
    this.options = options.length
      ? h("details", { open }, h("summary", {}, "Options of the game"), h("div.grid", {}, options)) : null;
    games.setAttribute("aria-label", "Game");
    if (this.head) refill(this.head, games);
    refill(this.element, this.head ? null : field("Game", games), field("Variant", variants, chosen?.summary), this.options);
  }

  option({ key, values, default: usual }) {
    const words = values.split(", ").every((word) => /^[\w-]+$/.test(word)) ? values.split(", ") : null;
    const set = (value) => {
      if (value === "" || value === usual) delete this.values[key];
      else this.values[key] = value;
      this.changed();
    };
    const change = (event) => set(event.target.value.trim());
    if (words) {
      const others = words.filter((word) => word !== usual).map((word) => ({ value: word, text: word }));
      return select([{ value: "", text: `${usual} (default)` }, ...others], this.values[key] ?? "", set);
    }
    const range = /^(\d+) to (\d+)$/.exec(values);
    if (range && Number(range[2]) <= 64) {
      return h("input", { type: "number", min: range[1], max: range[2], step: "1", value: this.values[key] ?? usual, on: { change } });
    }
    return h("input", { type: "text", inputmode: range ? "numeric" : null, value: this.values[key] ?? "", placeholder: usual, on: { change } });
  }

  /** The variant's text. */
  text() {
    const options = Object.entries(this.values).map(([key, value]) => `${key}=${value}`).join(",");
    return options ? `${this.variant}:${options}` : this.variant;
  }
}
