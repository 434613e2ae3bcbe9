// Moves by word: buttons for moves without a place, and a field that completes what is typed.

import { button, freshId, h, refill } from "../dom.js";
import { capital } from "../sentences.js";
import { picture as die } from "./tray.js";

/** @import {Legal} from "./types.js" */

export class MoveEntry {
  /** @param {(move: string) => void} chosen */
  constructor(chosen) {
    this.chosen = chosen;
    /** @type {Legal[]} */
    this.legal = [];
    this.buttons = h("div.move-buttons");
    this.options = h("datalist", { id: freshId("moves") });
    this.input = h("input", {
      type: "text", list: this.options.id, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      "aria-label": "Type a move", placeholder: "Type a move", on: { input: () => this.check(false) },
    });
    this.problem = h("p.problem", { role: "alert" });
    this.element = h("form.move-entry", { on: { submit: (event) => this.submit(event) } },
      this.buttons, h("div.row", {}, this.input, h("button", { type: "submit" }, "Play"), this.options), this.problem);
  }

  /** @param {Legal[]} legal */
  setLegal(legal) {
    this.legal = legal;
    const placeless = legal.filter((move) => move.clicks.length === 0);
    const name = (move) => (move.label ? capital(move.label) : move.text);
    const idle = legal.length === 0;
    // Between turns the buttons keep their place, so that nothing below them jumps.
    if (!idle) refill(this.buttons, placeless.map((move) => (move.dice
      ? button(move.dice.map((face) => die(face)), () => this.chosen(move.text), { class: "outcome", "aria-label": name(move), title: name(move) })
      : button(name(move), () => this.chosen(move.text), { class: "primary" }))));
    refill(this.options, legal.map((move) => h("option", { value: move.text })));
    this.element.classList.toggle("idle", idle);
    for (const control of this.element.querySelectorAll("input, button")) control.disabled = idle;
    this.problem.textContent = "";
  }

  /** The move that the text names: in full, or as the only move that begins so. */
  find(text) {
    const typed = text.trim().toLowerCase();
    const exact = this.legal.filter((move) => move.text.toLowerCase() === typed);
    if (exact.length) return exact;
    return typed ? this.legal.filter((move) => move.text.toLowerCase().startsWith(typed)) : [];
  }

  check(final) {
    const { value } = this.input;
    const found = this.find(value);
    const wrong = value.trim() && found.length === 0;
    this.problem.textContent = wrong
      ? `“${value.trim()}” is no legal move here. ${this.example()}`
      : final && found.length > 1 ? `Several moves begin like this: ${found.slice(0, 6).map((move) => move.text).join(", ")}.` : "";
    return found.length === 1 ? found[0] : null;
  }

  example() {
    return this.legal.length ? `A legal move is for example ${this.legal[0].text}.` : "";
  }

  submit(event) {
    event.preventDefault();
    const move = this.check(true);
    if (!move) return;
    this.input.value = "";
    this.chosen(move.text);
  }
}
