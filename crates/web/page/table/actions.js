// What can be done at a table: undo, hint, resign, pause and speed, share, and a new game.

import { complain, notify } from "../announce.js";
import { path } from "../api.js";
import { button, h, refill, select } from "../dom.js";
import { copy, makeTable, orderAgain } from "./again.js";
import { tableNotes } from "../settings.js";
import { sharing } from "./sharing.js";

const SPEEDS = [
  { value: "0", text: "At once" }, { value: "250", text: "Fast" }, { value: "600", text: "Normal" },
  { value: "1500", text: "Slow" }, { value: "3000", text: "Very slow" },
];

export class Actions {
  /** @param {import("./table.js").TableView} table @param {(path: string) => void} go */
  constructor(table, go) {
    this.table = table;
    this.go = go;
    this.undo = button("Undo", () => (table.stage.input?.begun ? table.stage.input.back() : table.send({ type: "undo" })), { title: "Back to your last turn" });
    this.hint = button("Hint", () => this.askHint(), { class: "hint", title: "What would a strong player do?" });
    this.resign = button("Resign", () => this.askResign(), { class: "quiet resign" });
    this.skipper = button("Skip", () => table.skip(), { hidden: true, class: "skip", title: "Show the latest position at once" });
    this.playing = h("div.actions", {}, this.undo, this.skipper, this.hint, this.resign);
    this.pause = button("Pause", () => table.send({ type: this.paused ? "resume" : "pause" }));
    this.step = button("One move", () => table.send({ type: "step" }));
    this.speed = select(SPEEDS, "600", (value) => table.send({ type: "speed", ms: Number(value) }), { "aria-label": "Speed", title: "How long each move is shown" });
    this.watching = h("div.actions.watching", { hidden: true }, this.pause, this.step, this.speed);
    this.game = h("div");
  }

  askHint() {
    notify("A strong player thinks about your move…", { lasting: true });
    this.table.send({ type: "hint" });
  }

  askResign() {
    if (this.resign.dataset.sure) {
      delete this.resign.dataset.sure;
      this.resign.textContent = "Resign";
      this.table.send({ type: "resign" });
      return;
    }
    this.resign.dataset.sure = "yes";
    this.resign.textContent = "Really resign?";
    setTimeout(() => {
      delete this.resign.dataset.sure;
      this.resign.textContent = "Resign";
    }, 4000);
  }

  /** @param {any} snapshot @param {any} [view] the position on the board */
  update(snapshot, view = this.table.shownView) {
    const { live } = this.table.source;
    const mine = snapshot.you.length > 0;
    const agentsOnly = snapshot.seats.every((seat) => seat.kind === "agent");
    this.paused = snapshot.paused;
    const begun = Boolean(this.table.stage.input?.begun);
    // Moves of other people cannot be taken back, nor those of a challenge.
    this.undo.hidden = !begun && (snapshot.daily || snapshot.seats.some((seat, k) => seat.kind === "human" && !snapshot.you.includes(k)));
    this.undo.disabled = !begun && !snapshot.log.some((entry) => !entry.forced && snapshot.you.includes(entry.by));
    // After the end there is only taking back, if there is anything to take back.
    this.playing.hidden = !mine || (snapshot.result !== null && (this.undo.disabled || this.undo.hidden));
    this.hint.disabled = !snapshot.view.legal?.length;
    this.resign.hidden = snapshot.result !== null;
    this.hint.hidden = snapshot.daily || snapshot.result !== null;
    this.watching.hidden = !live || !agentsOnly || snapshot.result !== null;
    this.table.turnPanel.classList.toggle("bare", this.watching.hidden && (this.playing.hidden || (this.undo.hidden && this.hint.hidden && !snapshot.view.legal?.some(({ clicks }) => clicks.length === 0))));
    this.pause.textContent = snapshot.paused ? "Go on" : "Pause";
    this.step.hidden = !snapshot.paused;
    this.showSpeed(String(snapshot.speed));
    this.showGame(snapshot, view);
  }

  /** A speed that somebody else chose may not be in the list. */
  showSpeed(ms) {
    if (![...this.speed.options].some((option) => option.value === ms)) this.speed.append(h("option", { value: ms }, `${ms / 1000} s`));
    this.speed.value = ms;
  }

  showGame(snapshot, view) {
    const state = view?.state ?? "";
    const analyse = path`/analyse?game=${snapshot.game}&variant=${snapshot.variant}&position=${state}`;
    refill(this.game,
      h("div.actions", {},
        h("a.button", { href: analyse }, "Analyse this position"),
        sharing(this.table.source.base, snapshot, view),
        button("Copy position", () => copy(state)),
        h("a.button", { href: path`/learn/${snapshot.game}` }, "Rules"),
        this.table.source.live ? [button("New game", () => this.again(false)), button("Same seed again", () => this.again(true), { title: "The same start and the same dice" })] : null),
      h("dl.facts", {},
        snapshot.seats.some((seat) => seat.kind === "agent") ? fact("Agents", agentLinks(snapshot)) : null,
        fact("Variant", snapshot.variant), fact("Seed", snapshot.seed), snapshot.clock && snapshot.clock !== "none" ? fact("Clock", snapshot.clock) : null));
  }

  again(sameSeed) {
    const { snapshot } = this.table;
    const notes = tableNotes(snapshot.id);
    const mine = notes.mine ?? snapshot.you;
    makeTable(orderAgain(snapshot, sameSeed), { mine: mine.length ? mine : undefined, go: this.go }).catch(complain);
  }
}

function fact(name, value) {
  return h("div", {}, h("dt", {}, name), h("dd", {}, value));
}

/** Who plays, each with the page that says what it does; programs from outside have none. */
function agentLinks({ game, seats }) {
  const agents = new Map(seats.flatMap((seat) => (seat.kind === "agent" ? [[seat.agent ?? seat.player, seat.player]] : [])));
  return [...agents].map(([text, player], k) => {
    const [name] = text.split(/[: []/);
    return [k ? ", " : "", name === "bot" ? player : h("a", { href: path`/learn/${game}/${name}` }, text)];
  });
}
