// The end of a game: what came of it and how, a sound, and a short moment of joy or consolation.

import { button, h, refill } from "../dom.js";
import { howItEnded, resultInWords } from "../seats.js";
import { pace } from "../settings.js";
import { picture } from "../board/tray.js";
import { sound } from "../sound.js";
import { dayInPlace } from "./daily_end.js";

/** How long the moment lasts, in milliseconds. */
const MOMENT = 3400;
/** Dice that rain on a winner. */
const RAIN = 26;

export class Ending {
  /** @param {import("../table/table.js").TableView} table */
  constructor(table) {
    this.table = table;
    this.element = h("section.panel.result", { "aria-label": "Result", hidden: true });
  }

  /** Shows the result; nothing while the game goes on. */
  show() {
    const { snapshot, story, source, actions } = this.table;
    const { result, seats, you } = snapshot;
    this.element.hidden = !result;
    if (!result) return;
    this.element.dataset.mood = mood(result, you);
    refill(this.element,
      h("h2", {}, resultInWords(result, seats, you)),
      h("p", {}, howItEnded(result, seats, you)),
      seats.length > 2 ? h("p.muted", {}, `Points: ${seats.map((seat, k) => `${seat.name} ${share(result.scores[k])}`).join(", ")}`) : null,
      snapshot.daily && you.length ? this.day() : null,
      h("div.actions", {},
        button("Review", () => story.begin(snapshot), { class: "primary large", title: "How the game went, where it turned, and what was luck" }),
        source.live ? button("Play again", () => actions.again(false)) : null,
        source.live ? button("Same seed again", () => actions.again(true), { class: "quiet small", title: "The same start and the same dice" }) : null,
        button("Go through it with an engine", () => this.table.study(), { class: "quiet small" })));
  }

  /** Asked for once: the result is shown again whenever the board is. */
  day() {
    this.today ??= dayInPlace(this.table.snapshot, this.table.signal);
    return this.today;
  }

  /** The game has ended just now, before the eyes of the viewer. */
  celebrate() {
    const { snapshot, story, stage } = this.table;
    const { result, seats, you } = snapshot;
    const feeling = mood(result, you);
    sound({ joy: "won", consolation: "lost" }[feeling] ?? "end");
    if (you.length) {
      story.playSoon(MOMENT);
      story.begin(snapshot, { quietly: true });
    }
    if (pace() === 0) return;
    const winner = seats[result.scores.indexOf(Math.max(...result.scores))];
    const rain = feeling === "consolation" ? [] : Array.from({ length: RAIN }, (_, k) => h("span.falling", {
      style: { "--x": String((k * 0.618) % 1), "--wait": `${(k * 53) % 700}ms`, "--turn": `${((k * 97) % 720) - 360}deg` },
    }, picture(String(1 + ((k * 5) % 6)), winner)));
    const moment = h("div.moment", { class: feeling, "aria-hidden": "true" }, h("p", {}, resultInWords(result, seats, you)), rain);
    stage.holder.append(moment);
    setTimeout(() => moment.remove(), MOMENT);
  }
}

/** What the viewer may feel. */
function mood({ scores }, you) {
  if (you.length === 0 || you.length === scores.length) return "over";
  const best = Math.max(...you.map((seat) => scores[seat]));
  if (best === Math.max(...scores)) return best === Math.min(...scores) ? "over" : "joy";
  return best === Math.min(...scores) ? "consolation" : "over";
}

function share(score) {
  const known = { 0: "0", 0.5: "½", 1: "1" };
  return known[score] ?? (Math.abs(score - 1 / 3) < 1e-4 ? "⅓" : score.toFixed(2));
}
