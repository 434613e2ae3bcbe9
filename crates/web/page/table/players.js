// Who sits where: names, what the game says about each seat, clocks, and who is to move.

import { h, refill } from "../dom.js";
import { face } from "../cast.js";
import { role, seatBadge, side, withNames } from "../seats.js";
import { capital } from "../sentences.js";
import { chanceBar } from "../watch/bars.js";

export class Players {
  constructor() {
    this.headline = h("p.headline");
    /** The position at which the game ended: nobody is to move there. */
    this.end = null;
    /** The names and faces of agents, where they have some. */
    this.cast = [];
    /** What each seat may expect, for those who watch. */
    this.chances = [];
    this.list = h("ul.players");
    this.belief = h("p.belief.muted", { hidden: true }, "Bars: what the players themselves believe.");
    this.element = h("div", {}, this.headline, this.list, this.belief);
    this.timer = setInterval(() => this.showClocks(), 250);
  }

  /** @param {any[]} seats @param {number[]} you */
  setSeats(seats, you) {
    this.seats = seats;
    this.you = you;
    this.clocks = seats.map((seat) => seat.clock_ms ?? null);
    this.since = performance.now();
  }

  setClocks(clocks) {
    this.clocks = clocks ?? this.clocks;
    this.since = performance.now();
  }

  /** Shows the captions of a view: those of a seat beside its name, the others above the list. */
  show(view, thinking) {
    this.acting = view.count === this.end ? null : view.turn.seat ?? null;
    const told = this.seats.map(() => "");
    const news = [];
    for (const caption of view.captions) {
      const seat = this.seats[caption.seat];
      if (seat && caption.text.startsWith(`${role(seat)}: `)) told[caption.seat] = caption.text.slice(role(seat).length + 2);
      else news.push(...withoutTurn(caption.text, this.seats[view.turn.seat]));
    }
    // At the end the result says it.
    const mover = this.seats[view.turn.seat];
    this.headline.textContent = view.count === this.end ? "" : news.map((text) => capital(withNames(text, this.seats))).join(" · ") || (mover ? `${mover.name} to move` : "");
    // A game that never says anything there needs no room for it.
    this.spoken ||= news.length > 0;
    this.headline.hidden = view.count === this.end || !this.spoken;
    this.clockTexts = this.seats.map(() => h("span.clock"));
    refill(this.list, this.seats.map((seat, index) => this.row(seat, index, told[index], thinking === index && this.acting === index)));
    this.belief.hidden = !this.chances.length;
    this.showClocks();
  }

  row(seat, index, told, thinking) {
    const acting = this.acting === index;
    const mine = this.you.includes(index);
    const person = this.cast[index];
    const away = seat.kind === "human" && !mine && !seat.connected ? "not here" : "";
    const state = [thinking ? "thinking" : acting ? "to move" : "", away].filter(Boolean).join(", ");
    const part = side(seat) === seat.name ? null : side(seat);
    const what = [part, person?.level ?? (mine || seat.kind === "human" ? null : seat.player)].filter(Boolean).join(", ");
    return h("li", { class: acting ? "acting" : null, "aria-current": acting ? "true" : null },
      seatBadge(seat),
      person ? face(person) : null,
      h("div.who", {},
        h("strong", {}, seat.name), " ",
        what ? h("span.player", { title: [seat.player, person?.style].filter(Boolean).join(". ") }, what) : null, " ",
        state ? h("span.state", { class: thinking ? "thinking" : null }, state) : null,
        told ? h("div.told", {}, told) : null,
        chanceBar(this.chances[index], seat)),
      this.clockTexts[index]);
  }

  showClocks() {
    this.clockTexts?.forEach((text, seat) => {
      const left = this.clocks[seat];
      if (left === null || left === undefined) return;
      const running = this.acting === seat && !this.paused ? performance.now() - this.since : 0;
      text.textContent = clock(Math.max(left - running, 0));
    });
  }

  close() {
    clearInterval(this.timer);
  }
}

/** What a caption says beside whose turn it is, which the page says itself. */
function withoutTurn(text, mover) {
  const turn = `${mover && role(mover)} to move`;
  if (!text.startsWith(turn)) return [text];
  const rest = text.slice(turn.length).replace(/^[,;:.]? */, "");
  return rest ? [capital(rest)] : [];
}

function clock(ms) {
  const seconds = ms / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
