// The list of moves, a column for each player, and the buttons that step through it.

import { button, explain, h, refill } from "../dom.js";
import { seatBadge } from "../seats.js";
import { changeSetting, onSetting, setting } from "../settings.js";
import { asPictures, inWords, isSilent } from "./words.js";

/** With more players every turn has a row of its own. */
const COLUMNS = 3;

export class MoveList {
  /**
   * @param {(count: number) => void} go shows the position after this number of events
   * @param {AbortSignal} signal
   */
  constructor(go, signal) {
    this.go = go;
    this.entries = [];
    this.items = [];
    this.shown = 0;
    this.playing = 0;
    /** Shows the cells of an event on the board while somebody points at it; null ends that. */
    this.point = null;
    /** How events are put into pictures: see `asPictures`. */
    this.manner = {};
    this.list = h("ol.move-list", { "aria-label": "Moves" });
    const pointed = (event) => this.entries[Number(event.target.closest?.("[data-event]")?.dataset.event) - 1] ?? null;
    for (const kind of ["pointerover", "focusin"]) this.list.addEventListener(kind, (event) => this.point?.(pointed(event)));
    for (const kind of ["pointerleave", "focusout"]) this.list.addEventListener(kind, () => this.point?.(null));
    this.watcher = new IntersectionObserver((seen) => this.scroll(seen.at(-1)), { root: this.list });
    this.place = h("output.place", { "aria-label": "Position" });
    this.playButton = button("▶ Play", () => this.togglePlay(), { title: "Play the game from here" });
    this.notation = button("Notation", () => changeSetting("notation", !setting("notation")), { class: "quiet", title: "Moves as programs write them" });
    this.slider = h("input.slider", { type: "range", min: "0", max: "0", value: "0", "aria-label": "Step of the game", on: { input: () => this.step(Number(this.slider.value)) } });
    this.steps = h("div.steps", { role: "toolbar", "aria-label": "Step through the game" },
      this.stepper("«", "First position (Home)", () => 0),
      this.stepper("‹", "One back (left arrow)", () => this.shown - 1),
      this.stepper("›", "One forward (right arrow)", () => this.shown + 1),
      this.stepper("»", "Latest position (End)", () => this.entries.length),
      this.playButton, this.place, this.slider);
    this.head = h("div.moves-head", {}, h("h2", {}, "Moves"), this.notation);
    onSetting((name) => name === "notation" && this.setLog(this.entries, this.seats, this.next), signal);
  }

  stepper(sign, name, target) {
    return button(sign, () => this.step(target()), { "aria-label": name, title: name, class: "icon" });
  }

  step(count) {
    this.stop();
    this.goTo(count);
  }

  goTo(count) {
    const inside = Math.min(Math.max(count, 0), this.entries.length);
    if (inside !== this.shown) this.go(inside);
  }

  togglePlay() {
    if (this.playing) return this.stop();
    const from = this.shown >= this.entries.length ? 0 : this.shown;
    if (from !== this.shown) this.goTo(from);
    this.playButton.textContent = "Stop";
    this.playing = setInterval(() => {
      if (this.shown >= this.entries.length) this.stop();
      else this.goTo(this.shown + 1);
    }, 700);
  }

  stop() {
    clearInterval(this.playing);
    this.playing = 0;
    this.playButton.textContent = "▶ Play";
  }

  /**
   * @param {import("./words.js").Entry[]} entries
   * @param {{name: string, letter: string}[]} seats
   * @param {number} [next] who moves after them
   */
  setLog(entries, seats, next) {
    const { shown } = this;
    this.seats = seats;
    this.next = next;
    this.entries = [];
    this.items = [];
    /** The number that people call each event by: that of its round. */
    this.numbers = [];
    this.turn = this.round = null;
    this.rounds = 0;
    this.columns = seats?.length <= COLUMNS ? seats.length : 0;
    /** What was rolled for a move that is not made yet. */
    this.rolls = h("div.turn");
    this.waiting = h("li.waiting", {}, h("span"), this.rolls);
    this.notation.setAttribute("aria-pressed", String(Boolean(setting("notation"))));
    this.list.style.setProperty("--columns", String(this.columns || 1));
    this.list.classList.toggle("one-column", !this.columns);
    this.list.classList.toggle("narrow", this.columns > 2);
    refill(this.list, this.columns ? h("li.heads", { "aria-hidden": "true" }, h("span"), seats.map((seat) => h("span", {}, seat.name))) : null);
    entries.forEach((entry, k) => this.add(entry, entries.slice(k + 1).find(({ by }) => by !== null)?.by ?? next));
    if (this.items[shown - 1]) this.mark(shown);
  }

  /** @param {import("./words.js").Entry} entry @param {number} [next] who moves after it */
  add(entry, next) {
    this.entries.push(entry);
    this.next = next;
    const count = this.entries.length;
    const item = this.item(entry, count);
    this.items.push(item);
    // A roll belongs to the move that uses it, every other outcome to the move before.
    if (entry.by === null && (entry.told.dice?.length || !this.turn)) {
      this.numbers.push(this.numberOf(next));
      this.rolls.style.setProperty("--column", String(this.columns && next !== undefined ? next + 2 : 2));
      this.rolls.append(item);
      this.list.append(this.waiting);
      return;
    }
    if (entry.by !== null) this.seatTurn(entry.by);
    this.numbers.push(this.rounds);
    this.turn.append(...this.rolls.childNodes, item);
    this.waiting.remove();
  }

  /** The number of the round in which a seat has its turn, now or next. */
  numberOf(seat) {
    return this.rounds + (this.turn && (this.acting === seat || this.follows(seat)) ? 0 : 1);
  }

  /** Whether a seat has its turn in the round that was begun. */
  follows(seat) {
    return Boolean(this.round && seat > this.acting);
  }

  /** What people call an event: `Move 6`, or `Round 6` where everybody has a turn of several moves. @param {number} count */
  called(count) {
    return count ? `${this.columns ? "Move" : "Round"} ${this.numbers[count - 1]}` : "Start";
  }

  /** One event as a button. */
  item(entry, count) {
    const seat = this.seats[entry.by];
    const words = inWords(entry);
    const plain = setting("notation");
    const item = h("button", {
      type: "button", class: `${seat ? "by-seat" : "by-chance"}${plain || !isSilent(entry) ? "" : " silent"}${plain ? " plain" : ""}`,
      "data-event": count, "data-text": entry.text, title: words, on: { click: () => this.step(count) },
    }, plain ? entry.text : asPictures(entry, this.seats, this.manner));
    return explain(item, `${seat?.name ?? "Chance"}: ${words}`);
  }

  /** Makes the place for the moves of a seat: in its column of this round, or in a new round. */
  seatTurn(seat) {
    if (this.turn && this.acting === seat) return;
    const follows = this.follows(seat);
    if (!follows) this.rounds += 1;
    if (!follows || !this.columns) {
      const number = h("span.number", {}, follows ? "" : `${this.rounds}.`);
      this.round = h("li.round", {}, number, this.columns ? null : h("span.number", {}, seatBadge(this.seats[seat])));
      this.list.append(this.round);
    }
    this.acting = seat;
    this.turn = h("div.turn", { style: { "--column": String(this.columns ? seat + 2 : 3) } });
    this.round.append(this.turn);
  }

  /** Marks the position that the board shows. */
  show(count) {
    const all = this.numbers.at(-1) ?? 0;
    this.place.textContent = count ? `${this.called(count)} of ${all}` : this.called(0);
    this.slider.setAttribute("aria-valuetext", this.place.textContent);
    this.slider.max = String(this.entries.length);
    this.slider.value = String(count);
    const current = this.items[count - 1];
    // Shown already: the list stays where the reader may have scrolled it.
    if (count === this.shown && current?.hasAttribute("aria-current")) return;
    this.items[this.shown - 1]?.removeAttribute("aria-current");
    this.mark(count);
  }

  mark(count) {
    this.shown = count;
    const current = this.items[count - 1];
    current?.setAttribute("aria-current", "step");
    // Before the first move the list begins with its first row.
    this.reveal(current ?? this.list.querySelector(".round, .waiting"));
  }

  /** Scrolls to an item that is not seen whole. The browser tells where it is after its own layout, so nothing is laid out twice. */
  reveal(item) {
    this.watcher.disconnect();
    if (item) this.watcher.observe(item);
  }

  /** Only the list scrolls: the page stays where the reader left it. */
  scroll({ intersectionRatio, boundingClientRect: place, rootBounds: list }) {
    this.watcher.disconnect();
    if (intersectionRatio < 1 && place.height > 0) this.list.scrollTop += place.top - list.top - list.height / 2;
  }

  /** Arrow keys, Home and End step and space plays, unless a field or the board has the focus. */
  key(event) {
    if (event.target.closest("input, select, textarea, .board-svg, [role=dialog]") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " && !event.target.closest("button, a, summary")) {
      event.preventDefault();
      this.togglePlay();
      return;
    }
    const target = { ArrowLeft: this.shown - 1, ArrowRight: this.shown + 1, Home: 0, End: this.entries.length }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    this.step(target);
  }
}
