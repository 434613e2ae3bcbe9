// An agent of the reader's choice that thinks about the position on the board, live.

import { complain } from "../announce.js";
import { post } from "../api.js";
import { button, h } from "../dom.js";
import { AgentPicker } from "../setup/agent.js";
import { Socket } from "../socket.js";
import { ThoughtPanel } from "./thought.js";

/** Who steps quickly through a game asks about the position at which they stop. */
const SETTLE = 120;
/** What each roll is looked at before dice fall, in milliseconds, and how many rolls at most. */
const GLANCE = 1000;
const MOST_ROLLS = 21;
const DICE_FIRST = "The dice come first: choose what they show, or let them roll.";

export class Engine {
  /**
   * @param {(candidate: import("./thought.js").Candidate | null) => void} point draws a line on the board
   * @param {AbortSignal} signal
   */
  constructor(point, signal) {
    this.draw = point;
    this.running = false;
    this.thought = new ThoughtPanel((candidate) => this.point(candidate));
    this.agent = new AgentPicker("the analysis", { strongest: true, changed: () => this.ask() });
    this.switch = button("Analyse", () => this.toggle(), { class: "primary", disabled: true, "aria-pressed": "false" });
    this.state = h("span.state", { role: "status" });
    this.element = h("div.engine", {}, h("div.actions", {}, this.switch, this.state), this.agent.element, this.thought.element);
    signal.addEventListener("abort", () => {
      clearTimeout(this.settling);
      this.socket?.close();
    });
  }

  /** Whose agents can be asked. */
  async setGame(game, variant, { seats, board }) {
    Object.assign(this, { game, variant, seats, board });
    await this.agent.setGame(game, variant);
    this.switch.disabled = false;
  }

  /** The board shows another position. */
  look(view) {
    this.view = view;
    if (view.turn === "over") this.thought.clear("The game is over here.");
    else if (view.turn === "chance") this.thought.clear(DICE_FIRST);
    else this.thought.clear(this.running ? "Thinking…" : "Press Analyse to see which moves are good.");
    this.ask();
  }

  toggle() {
    this.running = !this.running;
    this.switch.setAttribute("aria-pressed", String(this.running));
    if (!this.running) this.draw(null);
    this.ask();
    if (!this.running && this.view) this.look(this.view);
  }

  /** Lets the agent think about the shown position, if it is to think at all. */
  ask() {
    clearTimeout(this.settling);
    this.asked = null;
    if (!this.running || !this.view || this.view.turn === "over") {
      this.socket?.send({ type: "stop" });
      this.say("");
      return;
    }
    this.say("thinking", true);
    this.settling = setTimeout(() => this.start(), SETTLE);
  }

  start() {
    if (!this.connected()) return;
    if (this.view.turn === "chance") {
      this.askRolls().catch(complain);
      return;
    }
    this.asked = this.view.state;
    this.send(this.asked);
  }

  send(position) {
    const { game, variant } = this;
    this.socket.send({ type: "start", game, variant, position, ...this.agent.order() });
  }

  connected() {
    // A new connection asks by itself as soon as it stands.
    if (!this.socket) {
      this.socket = new Socket("/api/analysis", {
        message: (message) => this.hear(message),
        state: (state) => (state === "open" ? this.ask() : this.say("connection lost, trying again")),
      });
      return false;
    }
    return true;
  }

  /** Before a roll: everything that can come up is looked at for a moment. */
  async askRolls() {
    const { view, game, variant } = this;
    const after = async (moves) => (await post("/api/positions", { game, variant, position: view.state, moves })).view;
    const listed = ((await after([])).legal ?? []).filter(({ chance }) => chance);
    const rolls = [];
    if (!listed.length || listed.length > MOST_ROLLS) this.thought.clear(DICE_FIRST);
    for (const { text, chance } of listed.length <= MOST_ROLLS ? listed : []) {
      const rolled = await after([text]);
      const thought = rolled.turn.seat === undefined ? null : await this.glance(rolled.state);
      if (this.view !== view || !this.running) return;
      rolls.push({ text, chance, view: rolled, thought });
      this.thought.showRolls(rolls, this.seats, this.board);
    }
    this.say("");
  }

  /** What the agent thinks of a position after a moment. */
  glance(position) {
    return new Promise((done) => {
      let last = null;
      const end = () => {
        this.glancing = null;
        done(last);
      };
      const timer = setTimeout(end, GLANCE);
      this.glancing = (message) => {
        if (message.position !== position) return;
        last = message.thought ?? last;
        if (message.type !== "done") return;
        clearTimeout(timer);
        end();
      };
      this.send(position);
    });
  }

  hear(message) {
    if (message.type === "error") {
      this.say("");
      complain(new Error(message.message));
      return;
    }
    this.glancing?.(message);
    if (!this.running || message.position !== this.asked) return;
    if (message.type === "done") this.say("");
    if (message.type !== "thought") return;
    this.thought.position = { view: this.view, board: this.board };
    this.thought.show(message.thought, this.seats);
    this.point(null);
  }

  say(text, busy = false) {
    this.state.textContent = text;
    // Nobody can stop what is done; it looks at the next position again.
    this.switch.textContent = !this.running ? "Analyse" : busy ? "Stop" : "Close";
    this.state.classList.toggle("thinking", busy);
  }

  /** Draws a candidate's line; the best one where none is pointed at. */
  point(candidate) {
    const { thought } = this.thought;
    this.draw(candidate ?? thought?.candidates.find((one) => one.move === thought.chosen) ?? null);
  }
}
