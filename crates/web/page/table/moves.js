// The list of moves, and the buttons that step through it.

import { button, h, refill } from "../dom.js";

export class MoveList {
  /**
   * @param {(count: number) => void} go shows the position after so many events
   */
  constructor(go) {
    this.go = go;
    this.entries = [];
    this.items = [];
    this.shown = 0;
    this.playing = 0;
    this.list = h("ol.move-list", { "aria-label": "Moves" });
    this.place = h("output.place", { "aria-label": "Position" });
    this.playButton = button("▶ Play", () => this.togglePlay(), { title: "Play the game from here" });
    this.steps = h("div.steps", { role: "toolbar", "aria-label": "Step through the game" },
      this.stepper("«", "First position (Home)", () => 0),
      this.stepper("‹", "One back (left arrow)", () => this.shown - 1),
      this.stepper("›", "One forward (right arrow)", () => this.shown + 1),
      this.stepper("»", "Latest position (End)", () => this.entries.length),
      this.playButton, this.place);
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

  /** @param {any[]} entries @param {{name: string, letter: string}[]} seats */
  setLog(entries, seats) {
    this.seats = seats;
    this.entries = [];
    this.items = [];
    refill(this.list);
    for (const entry of entries) this.add(entry);
  }

  add(entry) {
    this.entries.push(entry);
    const count = this.entries.length;
    const seat = this.seats[entry.by];
    const item = h("li", { class: seat ? "by-seat" : "by-chance" },
      h("button", { type: "button", "aria-label": `${count}. ${seat?.name ?? "Chance"} ${entry.text}`, on: { click: () => this.step(count) } },
        h("span.who", {}, seat ? seat.letter : "⚄"), entry.text));
    this.items.push(item);
    this.list.append(item);
  }

  /** Marks the position that the board shows. */
  show(count) {
    this.place.textContent = `${count} of ${this.entries.length}`;
    const current = this.items[count - 1];
    // Shown already: the list stays where the reader may have scrolled it.
    if (count === this.shown && current?.firstChild.hasAttribute("aria-current")) return;
    this.items[this.shown - 1]?.firstChild.removeAttribute("aria-current");
    this.shown = count;
    if (!current) {
      this.list.scrollTop = 0;
      return;
    }
    current.firstChild.setAttribute("aria-current", "step");
    // Only the list scrolls: the page stays where the reader left it.
    const { offsetTop, offsetHeight } = current;
    const { scrollTop, clientHeight } = this.list;
    if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight) {
      this.list.scrollTop = offsetTop - clientHeight / 2;
    }
  }

  /** Arrow keys, Home and End step, unless a field or the board has the focus. */
  key(event) {
    if (event.target.closest("input, select, textarea, .board-svg, [role=dialog]") || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = { ArrowLeft: this.shown - 1, ArrowRight: this.shown + 1, Home: 0, End: this.entries.length }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    this.step(target);
  }
}
