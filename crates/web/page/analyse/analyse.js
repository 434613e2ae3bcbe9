// Any position, looked at by any agent, live.

import { announce, complain } from "../announce.js";
import { getOnce, post } from "../api.js";
import { Stage } from "../board/stage.js";
import { button, field, h } from "../dom.js";
import { pace } from "../settings.js";
import { AgentPicker } from "../setup/agent.js";
import { VariantPicker } from "../setup/variant.js";
import { Socket } from "../socket.js";
import { copy } from "../table/again.js";
import { MoveList } from "../table/moves.js";
import { Players } from "../table/players.js";
import { ThoughtPanel } from "./thought.js";

/** `/analyse?game=G&variant=V&position=P` */
export async function analyse(page) {
  const games = await getOnce("/api/games");
  const view = new AnalyseView(games, page);
  await view.begin();
  document.title = "Analyse · Ludarium";
  return view.element;
}

class AnalyseView {
  constructor(games, page) {
    this.page = page;
    const { query, signal } = page;
    this.variant = new VariantPicker(games, { game: query.get("game"), variant: query.get("variant") }, () => this.begin(""));
    this.position = h("textarea", { rows: "3", spellcheck: "false", value: query.get("position") ?? "" });
    this.problem = h("p.problem", { role: "alert" });
    this.stage = new Stage((move) => this.play(move), signal);
    this.players = new Players();
    this.moves = new MoveList((count) => this.showStep(count));
    this.thought = new ThoughtPanel((candidate) => this.point(candidate));
    this.agent = new AgentPicker("the analysis", { level: "Hard", changed: () => this.restart() });
    this.switch = button("Analyse", () => this.toggle(), { class: "primary", "aria-pressed": "false" });
    this.state = h("span.state");
    const keys = (event) => this.moves.key(event);
    addEventListener("keydown", keys);
    signal.addEventListener("abort", () => {
      removeEventListener("keydown", keys);
      this.socket?.close();
      this.players.close();
      this.moves.stop();
    });
    this.element = this.layout();
  }

  layout() {
    return h("div.table.analysis", {},
      h("div.table-head", {}, h("h1", {}, "Analyse"), h("p.status", {}, "Move the pieces of all seats, and let an agent think about any position.")),
      this.stage.element,
      h("div.side", {},
        h("section.panel", { "aria-label": "Analysis" },
          h("div.actions", {}, this.switch, this.state), this.agent.element, this.thought.element),
        h("section.panel", { "aria-label": "Position" }, this.players.element, this.stage.entry.element),
        h("section.panel", { "aria-label": "Moves" }, h("h2", {}, "Moves"), this.moves.steps, this.moves.list),
        h("details.panel", { open: true }, h("summary", {}, h("h2", {}, "Game and position")),
          this.variant.element,
          h("form", { on: { submit: (event) => this.paste(event) } },
            field("Position", this.position, "Paste a position in the game's notation; empty for the start."),
            this.problem,
            h("div.actions", {}, h("button", { type: "submit" }, "Show this position"), button("Copy the shown one", () => copy(this.view.state)))))));
  }

  /** Starts at a position: that of the field unless another is given. */
  async begin(position = this.position.value.trim()) {
    this.position.value = position;
    const game = this.variant.game.name;
    const variant = this.variant.text();
    const order = { game, variant, seed: "1", ...(position ? { position } : {}) };
    try {
      const start = await post("/api/positions", order, this.page.signal);
      await this.agent.setGame(game, variant);
      this.order = order;
      this.views = [start.view];
      this.log = [];
      this.seats = start.seats.map((seat) => ({ ...seat, kind: "agent", player: "", connected: true }));
      this.problem.textContent = "";
      this.stage.setBoard(start.board, this.seats, `${this.variant.game.title} board`);
      this.players.setSeats(this.seats, []);
      this.moves.setLog([], this.seats);
      this.stage.faceSeat(game, variant, 0);
      await this.present(start.view, 0);
    } catch (error) {
      if (error.name === "AbortError") return;
      this.problem.textContent = [error.message, error.hint].filter(Boolean).join(" ");
    }
  }

  paste(event) {
    event.preventDefault();
    this.begin();
  }

  async present(view, factor) {
    this.view = view;
    this.stage.setLegal([]);
    this.moves.show(this.views.indexOf(view));
    this.players.show(view, null);
    await this.stage.show(view, factor);
    if (this.view !== view) return;
    this.stage.setLegal(this.legal(view));
    if (view.turn === "over") this.thought.clear("The game is over here.");
    else if (view.turn === "chance") this.thought.clear("Chance is next: choose an outcome, or let it decide.");
    else this.thought.clear(this.running ? "Thinking…" : "Press Analyse to see what an agent thinks.");
    this.restart();
  }

  /** What can be done; where outcomes cannot be listed chance decides itself. */
  legal(view) {
    const listed = view.legal ?? [];
    if (view.turn !== "chance") return listed;
    const placeless = listed.filter((one) => one.clicks.length === 0).length <= 12 ? listed : listed.filter((one) => one.clicks.length);
    return [...placeless.map((one) => ({ ...one, label: one.clicks.length ? undefined : `Outcome ${one.text}` })), { text: "?", clicks: [], label: "Let chance decide" }];
  }

  /** Makes a move; what came after the shown position is forgotten. */
  async play(move) {
    const count = this.moves.shown;
    const texts = this.log.slice(0, count).map((entry) => entry.text);
    try {
      const next = await post("/api/positions", { ...this.order, moves: [...texts, move] }, this.page.signal);
      const made = next.log?.at(-1) ?? { by: this.view.turn.seat ?? null, text: move };
      this.log = [...this.log.slice(0, count), made];
      this.views = [...this.views.slice(0, count + 1), next.view];
      this.moves.setLog(this.log, this.seats);
      announce(`${this.seats[made.by]?.name ?? "Chance"}: ${made.text}`);
      await this.present(next.view, pace());
    } catch (error) {
      complain(error);
      this.stage.setLegal(this.legal(this.view));
    }
  }

  showStep(count) {
    const forward = count === this.moves.shown + 1;
    this.present(this.views[count], forward ? pace() : 0);
  }

  toggle() {
    this.running = !this.running;
    this.switch.textContent = this.running ? "Stop" : "Analyse";
    this.switch.setAttribute("aria-pressed", String(this.running));
    if (this.running && !this.socket) {
      this.socket = new Socket("/api/analysis", {
        message: (message) => this.hear(message),
        state: (state) => (state === "open" ? this.restart() : this.say("connection lost, trying again")),
      });
    } else {
      this.restart();
    }
  }

  say(text, busy = false) {
    this.state.textContent = text;
    this.state.classList.toggle("thinking", busy);
  }

  /** Lets the agent think about the shown position, if it shall think at all. */
  restart() {
    if (!this.socket) return;
    this.socket.send({ type: "stop" });
    if (!this.running || this.view.turn.seat === undefined) {
      this.say("");
      return;
    }
    const { game, variant } = this.order;
    this.asked = this.view.state;
    this.say("thinking", true);
    this.socket.send({ type: "start", game, variant, position: this.view.state, ...this.agent.order() });
  }

  hear(message) {
    if (this.asked !== this.view.state || !this.running) return;
    if (message.type === "thought") {
      const thought = message.thought ?? message;
      this.thought.show(thought, this.seats);
      this.point(null);
    } else if (message.type === "done") {
      this.say("done");
    } else if (message.type === "error") {
      this.say("");
      complain(new Error(message.message ?? message.error));
    }
  }

  /** Draws a candidate's line; the best one where none is pointed at. */
  point(candidate) {
    const { thought } = this.thought;
    this.stage.showLine(candidate ?? thought?.candidates.find((one) => one.move === thought.chosen) ?? null);
  }
}
