// Setting up a game: who sits where, clocks, luck.

import { complain } from "../announce.js";
import { getOnce, post } from "../api.js";
import { stillBoard } from "../board/still.js";
import { field, h, refill, select } from "../dom.js";
import { seatBadge } from "../seats.js";
import { makeTable } from "../table/again.js";
import { AgentPicker } from "./agent.js";
import { VariantPicker } from "./variant.js";

const KINDS = [
  { value: "you", text: "You, at this screen" },
  { value: "friend", text: "Somebody else, by link" },
  { value: "agent", text: "The computer" },
];

const CLOCKS = [
  { value: "", text: "No clock" },
  { value: "move", text: "For each move" },
  { value: "game", text: "For the whole game" },
];

/** `/new?game=G&variant=V&position=P` */
export async function setup(page) {
  const games = await getOnce("/api/games");
  const form = new SetupForm(games, page);
  await form.refresh();
  document.title = "Set up a game · Ludarium";
  return form.element;
}

class SetupForm {
  constructor(games, page) {
    this.page = page;
    this.variant = new VariantPicker(games, { game: page.query.get("game"), variant: page.query.get("variant") }, () => this.refresh());
    /** @type {{kind: string, picker: AgentPicker}[]} */
    this.seats = [];
    this.picture = h("div.setup-picture");
    this.seatRows = h("div.seat-rows");
    this.problem = h("p.problem", { role: "alert" });
    this.position = h("textarea", { rows: "2", spellcheck: "false", value: page.query.get("position") ?? "", on: { change: () => this.refresh() } });
    this.seed = h("input", { type: "text", inputmode: "numeric", pattern: "[0-9]{1,20}", placeholder: "any", value: page.query.get("seed") ?? "" });
    this.clock = select(CLOCKS, "", () => this.showClock());
    this.seconds = h("input", { type: "number", min: "1", max: "86400", value: "30" });
    this.minutes = h("input", { type: "number", min: "1", max: "1440", value: "10" });
    this.increment = h("input", { type: "number", min: "0", max: "600", value: "5" });
    this.clockFields = h("div.grid");
    this.start = h("button.primary.large", { type: "submit" }, "Start the game");
    this.element = h("div.setup", {},
      h("h1", {}, "Set up a game"),
      h("form", { on: { submit: (event) => this.submit(event) } },
        h("section.panel", { "aria-label": "Game" }, this.variant.element, this.picture),
        h("section.panel.seats", { "aria-labelledby": "seats-heading" }, h("h2", { id: "seats-heading" }, "Seats"), this.seatRows),
        h("section.panel", { "aria-label": "Clock and luck" },
          field("Clock", this.clock), this.clockFields,
          field("Seed", this.seed, "The same seed gives the same start and the same dice."),
          h("details", { open: Boolean(page.query.get("position")) }, h("summary", {}, "Begin at a position"),
            field("Position", this.position, "In the game's notation; empty for its own start."))),
        h("div.submit", {}, this.problem, this.start)));
  }

  /** Asks how the chosen game begins, and shows as many seats as it has. */
  async refresh() {
    const { game } = this.variant;
    const variant = this.variant.text();
    const position = this.position.value.trim();
    this.asked = variant + position;
    try {
      const start = await post("/api/positions", { game: game.name, variant, ...(position ? { position } : {}) }, this.page.signal);
      if (this.asked !== variant + position) return;
      this.problem.textContent = "";
      this.start.disabled = false;
      refill(this.picture, stillBoard(start, `${game.title}: where the game begins`));
      await this.showSeats(start.seats, game.name, variant);
    } catch (error) {
      if (error.name === "AbortError") return;
      this.problem.textContent = [error.message, error.hint].filter(Boolean).join(" ");
      this.start.disabled = true;
    }
  }

  async showSeats(seats, game, variant) {
    while (this.seats.length < seats.length) {
      const first = this.seats.length === 0;
      this.seats.push({ kind: first ? "you" : "agent", picker: new AgentPicker(seats[this.seats.length].name, { level: "Easy", bots: true }) });
    }
    this.seats.length = seats.length;
    await Promise.all(this.seats.map((seat, k) => {
      seat.picker.name = seats[k].name;
      return seat.picker.setGame(game, variant);
    }));
    refill(this.seatRows, this.seats.map((seat, k) => this.seatRow(seat, seats[k])));
  }

  seatRow(seat, style) {
    const holder = h("div.seat-agent", { hidden: seat.kind !== "agent" }, seat.picker.element);
    const kind = select(KINDS, seat.kind, (value) => {
      seat.kind = value;
      holder.hidden = value !== "agent";
    }, { "aria-label": `Who plays ${style.name}` });
    return h("div.seat-row", {}, seatBadge(style), h("strong", {}, style.name), kind, holder);
  }

  showClock() {
    const { value } = this.clock;
    refill(this.clockFields, value === "move" ? field("Seconds", this.seconds) : null,
      value === "game" ? [field("Minutes for each player", this.minutes), field("Seconds added after each move", this.increment)] : null);
  }

  clockText() {
    if (this.clock.value === "move") return `move=${Number(this.seconds.value)}s`;
    const added = Number(this.increment.value);
    return `game=${60 * Number(this.minutes.value)}s${added ? `+${added}s` : ""}`;
  }

  async submit(event) {
    event.preventDefault();
    const position = this.position.value.trim();
    const order = {
      game: this.variant.game.name,
      variant: this.variant.text(),
      seats: this.seats.map((seat) => (seat.kind === "agent" ? { kind: "agent", ...seat.picker.order() } : { kind: "human" })),
      ...(this.seed.value ? { seed: this.seed.value } : {}),
      ...(position ? { position } : {}),
      ...(this.clock.value ? { clock: this.clockText() } : {}),
    };
    const mine = this.seats.flatMap((seat, k) => (seat.kind === "you" ? [k] : []));
    this.start.disabled = true;
    try {
      await makeTable(order, { mine, go: this.page.go });
    } catch (error) {
      this.problem.textContent = [error.message, error.hint].filter(Boolean).join(" ");
      complain(error);
    } finally {
      this.start.disabled = false;
    }
  }
}
