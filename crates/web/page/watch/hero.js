// A game that agents play for whoever opens the first page: everybody here sees the same one.

import { path, post } from "../api.js";
import { BoardView } from "../board/board.js";
import { lastCells } from "../board/motion.js";
import { cast, face } from "../cast.js";
import { expectations } from "../analyse/curve.js";
import { button, h, refill } from "../dom.js";
import { resultInWords, seatBadge } from "../seats.js";
import { Queue } from "../table/queue.js";
import { tableSource } from "../table/source.js";
import { chanceBar } from "./bars.js";

/** So long the end of a game is shown before the next begins. */
const PAUSE = 6000;

export class Hero {
  /** @param {{name: string, title: string, start: any}} game @param {import("../main.js").Page} page */
  constructor(game, page) {
    this.game = game;
    this.page = page;
    this.snapshot = null;
    this.people = [];
    this.board = h("div.hero-board");
    this.list = h("ul.hero-players", { "aria-label": "Who plays" });
    this.words = h("p.hero-words.muted", {}, live(game));
    this.full = button("Watch full screen", () => this.watch(), { disabled: true });
    this.element = h("div.hero-watch", {}, this.board, h("div.hero-side", {}, this.words, this.list, this.full));
    this.queue = new Queue((message, factor, passing) => this.event(message, factor, passing));
    this.show(game.start, game.start.seats, game.start.view);
    // Nobody plays for a page that nobody sees.
    document.addEventListener("visibilitychange", () => (document.hidden ? this.leave() : this.come()), { signal: page.signal });
    page.signal.addEventListener("abort", () => this.leave());
    this.come();
  }

  /** Goes to the game that is being played. */
  async come() {
    this.leave();
    try {
      const { id, levels } = await post("/api/exhibition", { game: this.game.name }, this.page.signal);
      this.catalogue = { levels, agents: levels.map(({ agent }) => ({ name: agent.split(/[:@ []/)[0] })) };
      if (this.page.signal.aborted || document.hidden) return;
      this.id = id;
      this.source = tableSource(id, null);
      this.source.open((message) => this.hear(message), () => {});
      this.full.disabled = false;
    } catch {
      // The start stays on the board.
    }
  }

  leave() {
    clearTimeout(this.next);
    this.queue.clear();
    this.source?.close();
    this.source = null;
  }

  hear(message) {
    if (message.type === "snapshot") {
      this.snapshot = message;
      this.shown = message.count;
      this.show(message, message.seats, message.view);
      if (message.result) this.over(message.result);
      this.people = cast(message.seats, this.catalogue);
      this.showPlayers();
    } else if (message.type === "happened" && this.snapshot) {
      this.snapshot.log.push(message.entry);
      this.queue.push(message);
    } else if (message.type === "over") {
      this.ended = message.result;
      if (!this.queue.busy) this.over(this.ended);
    }
  }

  show(scene, seats, view) {
    this.seats = seats;
    this.view = new BoardView(scene.board, seats, { name: `${this.game.title}: a game between agents`, coordinates: false, still: true, tray: true });
    this.view.draw(view);
    refill(this.board, this.view.element);
    this.showPlayers();
  }

  async event({ view }, factor, passing) {
    if (passing) return;
    view.marked = lastCells(this.snapshot.log, view.count);
    await this.view.update(view, factor);
    // What players expect tells how the dice fell.
    this.shown = view.count;
    this.showPlayers();
    if (this.ended && !this.queue.waiting.length) this.over(this.ended);
  }

  showPlayers() {
    const known = this.snapshot ? expectations(this.snapshot.log.slice(0, this.shown), this.seats.length, null) : [];
    refill(this.list, this.seats.map((seat, k) => h("li", {},
      seatBadge(seat), this.people[k] ? face(this.people[k]) : null,
      h("span.who", {}, this.people[k]?.name ?? seat.name), chanceBar(known[k], seat))));
  }

  over(result) {
    this.ended = null;
    const named = this.seats.map((seat, k) => ({ ...seat, name: this.people[k]?.name ?? seat.name }));
    this.words.textContent = `${resultInWords(result, named)}. The next game begins in a moment.`;
    this.next = setTimeout(() => {
      this.words.textContent = live(this.game);
      this.come();
    }, PAUSE);
  }

  watch() {
    if (this.id) this.page.go(path`/game/${this.id}?full=1`);
  }
}

/** @param {{title: string}} game */
function live({ title }) {
  return `Live: our strongest players at ${title}.`;
}
