// Any position, looked at by any agent, live.

import { announce, complain } from "../announce.js";
import { getOnce, post } from "../api.js";
import { Stage } from "../board/stage.js";
import { button, field, h } from "../dom.js";
import { pace } from "../settings.js";
import { VariantPicker } from "../setup/variant.js";
import { copy } from "../table/again.js";
import { MoveList } from "../table/moves.js";
import { Players } from "../table/players.js";
import { inWords } from "../table/words.js";
import { Editor } from "./editor.js";
import { Engine } from "./engine.js";

/** Outcomes that are offered one by one at most. */
const MOST_OUTCOMES = 21;

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
    this.game = h("span.game-choice");
    this.variant = new VariantPicker(games, { game: query.get("game"), variant: query.get("variant") }, () => this.begin(""), this.game);
    this.position = h("textarea", { rows: "3", spellcheck: "false", value: query.get("position") ?? "" });
    this.problem = h("p.problem", { role: "alert" });
    this.editor = new Editor((position) => this.begin(position), signal);
    this.editor.changed = () => {
      this.stage.setLegal(this.legal(this.view));
      this.showText();
    };
    // While somebody edits, a click on a cell puts something there.
    this.stage = new Stage((move) => this.play(move), signal, (cell) => this.editor.on && this.editor.put(cell).catch(complain));
    this.stage.tools.append(this.editor.switch);
    this.players = new Players();
    this.moves = new MoveList((count) => this.showStep(count), signal);
    this.engine = new Engine((candidate) => this.stage.showLine(candidate), signal);
    const keys = (event) => this.moves.key(event);
    addEventListener("keydown", keys);
    signal.addEventListener("abort", () => {
      removeEventListener("keydown", keys);
      this.players.close();
      this.moves.stop();
    });
    this.element = this.layout();
  }

  layout() {
    return h("div.table.analysis", {},
      h("div.table-head", {}, h("h1", {}, "Analyse"), this.game, h("p.status", {}, "Move the pieces of all players, and let an agent think about any position.")),
      h("div.editing", {}, this.editor.element, this.stage.element),
      h("div.side", {},
        h("section.panel", { "aria-label": "Analysis" }, this.engine.element),
        h("section.panel", { "aria-label": "Position" }, this.players.element, this.stage.entry.element),
        h("section.panel", { "aria-label": "Moves" }, this.moves.head, this.moves.steps, this.moves.list),
        h("details.panel", { open: true }, h("summary", {}, h("h2", {}, "Variant and position")),
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
      this.order = order;
      this.views = [start.view];
      this.log = [];
      this.seats = start.seats.map((seat) => ({ ...seat, kind: "agent", player: "", connected: true }));
      await this.engine.setGame(game, variant, { seats: this.seats, board: start.board });
      this.problem.textContent = "";
      this.stage.setBoard(start.board, this.seats, `${this.variant.game.title} board`);
      this.players.setSeats(this.seats, []);
      this.moves.manner = this.engine.thought.manner = this.stage.manner;
      this.moves.setLog([], this.seats, start.view.turn.seat);
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
    await this.stage.show(view, factor);
    if (this.view !== view) return;
    // Only now: nothing tells a roll before its dice lie still.
    if (this.moves.entries.length !== this.log.length || this.moves.entries.at(-1) !== this.log.at(-1)) this.moves.setLog(this.log, this.seats, this.views.at(-1).turn.seat);
    this.moves.show(this.views.indexOf(view));
    this.players.show(view, null);
    this.stage.setLegal(this.legal(view));
    this.showText();
    this.engine.look(view);
    await this.editor.look(this.order, view, this.seats);
  }

  /** While somebody edits, the text follows the board; otherwise the field is theirs. */
  showText() {
    if (this.editor.on) this.position.value = this.view.state;
  }

  /** What can be done; where outcomes cannot be listed chance decides itself. */
  legal(view) {
    if (this.editor.on) return [];
    const listed = view.legal ?? [];
    if (view.turn !== "chance") return listed;
    const placeless = listed.filter((one) => one.clicks.length === 0).length <= MOST_OUTCOMES ? listed : listed.filter((one) => one.clicks.length);
    return [{ text: "?", clicks: [], label: listed.some(({ dice }) => dice) ? "Roll the dice" : "Let chance decide" }, ...placeless];
  }

  /** Makes a move; what came after the shown position is forgotten. */
  async play(move) {
    const count = this.moves.shown;
    const texts = this.log.slice(0, count).map((entry) => entry.text);
    try {
      const next = await post("/api/positions", { ...this.order, moves: [...texts, move] }, this.page.signal);
      const made = next.log.at(-1);
      this.log = [...this.log.slice(0, count), made];
      this.views = [...this.views.slice(0, count + 1), next.view];
      await this.present(next.view, pace());
      announce(`${this.seats[made.by]?.name ?? "Chance"}: ${inWords(made)}`);
    } catch (error) {
      complain(error);
      this.stage.setLegal(this.legal(this.view));
    }
  }

  showStep(count) {
    const forward = count === this.moves.shown + 1;
    this.moves.show(count);
    this.present(this.views[count], forward ? pace() : 0);
  }
}
