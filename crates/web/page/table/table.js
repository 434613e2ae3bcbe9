// One game on the page: played, watched, or stepped through.

import { announce, clearNotice, complain, dismissNotice, notify } from "../announce.js";
import { get, getOnce, path } from "../api.js";
import { cast } from "../cast.js";
import { button, h, refill } from "../dom.js";
import { howItEnded, resultInWords } from "../seats.js";
import { capital, click } from "../sentences.js";
import { pace, playerName } from "../settings.js";
import { sound } from "../sound.js";
import { BRIEF, lastCells } from "../board/motion.js";
import { Stage } from "../board/stage.js";
import { Curve, expectations } from "../analyse/curve.js";
import { Engine } from "../analyse/engine.js";
import { ThoughtPanel } from "../analyse/thought.js";
import { Ending } from "../story/ending.js";
import { Story } from "../story/story.js";
import { Actions } from "./actions.js";
import { invitations } from "./again.js";
import { MoveList } from "./moves.js";
import { Players } from "./players.js";
import { Queue } from "./queue.js";
import { whyNot } from "./refusal.js";
import { inWords, isSilent, planned } from "./words.js";

/** @import {Source} from "./source.js" */

/** Views that are kept, so that stepping to and fro asks once. */
const KEPT = 400;
/** What the server calls people who gave no name. */
const NAMELESS = "a person";

export class TableView {
  /** @param {Source} source @param {{go: (path: string) => void, signal: AbortSignal}} page */
  constructor(source, { go, signal }) {
    this.source = source;
    this.signal = signal;
    this.snapshot = null;
    this.views = new Map();
    this.following = true;
    this.thinking = null;
    this.stage = new Stage((move) => this.play(move), signal, (cell, selected) => this.refuse(cell, selected));
    this.moves = new MoveList((count) => this.showStep(count), signal);
    this.moves.point = (entry) => {
      this.pointed = entry?.cells?.length ? entry : null;
      this.showExpected();
    };
    this.players = new Players();
    this.curve = new Curve((count) => this.goTo(count));
    this.thought = new ThoughtPanel((candidate) => (candidate ? this.stage.showLine(candidate) : this.showExpected()));
    if (!source.live) this.thought.unweighed = "Runs keep how long a move took, not what it was compared with. The analysis looks at any position again.";
    this.engine = new Engine((candidate) => (candidate ? this.stage.showLine(candidate) : this.showExpected()), signal);
    this.story = new Story(source.base, {
      go: (count) => this.goTo(count), look: (count) => this.viewAt(count), leap: (count) => this.leap(count), shown: () => this.moves.shown,
      angle: () => this.stage.angle, manner: () => this.stage.manner, place: (count) => this.moves.called(count), page: go, signal,
    });
    this.ending = new Ending(this);
    this.actions = new Actions(this, go);
    this.queue = new Queue((message, factor, passing) => this.showEvent(message, factor, passing), () => this.snapshot?.you ?? []);
    this.stage.holder.addEventListener("click", () => this.queue.busy && !this.stage.premove.cells.length && this.skip());
    // What a click was refused for is over with the next one.
    this.stage.holder.addEventListener("pointerdown", dismissNotice);
    const keys = (event) => this.moves.key(event);
    addEventListener("keydown", keys);
    signal.addEventListener("abort", () => {
      removeEventListener("keydown", keys);
      this.close();
    });
    this.element = this.layout();
    source.open((message) => this.hear(message), (state) => this.connection(state));
  }

  layout() {
    this.title = h("h1", {}, "…");
    this.status = h("p.status", { id: "status" });
    this.help = h("p.help", { hidden: true });
    this.invite = h("div.slot");
    this.thoughtBox = h("details.panel.rest.thoughts", {}, h("summary", {}, h("h2", {}, "Thoughts")), this.thought.element, this.curve.element);
    this.engineBox = h("details.panel.rest", { hidden: true, on: { toggle: () => this.engineBox.open && this.prepareEngine() } },
      h("summary", {}, h("h2", {}, "Analysis")), this.engine.element);
    this.moreSwitch = button("More", () => this.showMore(!this.more), { class: "more-switch", "aria-expanded": "false" });
    return h("div.table.game", {},
      h("div.table-head", {}, this.title, this.status, this.help),
      this.stage.element,
      h("div.side", {},
        this.ending.element,
        this.story.element,
        h("section.panel.who-panel", { "aria-label": "Players" }, this.players.element),
        this.turnPanel = h("section.panel.turn-panel", { "aria-label": "Your move" }, this.stage.entry.element, this.actions.watching, this.actions.playing, this.moreSwitch),
        this.invite,
        this.movesBox = h("section.panel.moves-panel", { "aria-label": "Moves" }, this.moves.head, this.moves.steps, this.moves.list),
        this.engineBox,
        this.thoughtBox,
        h("section.panel.rest", { "aria-label": "This game" }, h("h2", {}, "This game"), this.actions.game)));
  }

  /** Shows or hides what is not needed to play. */
  showMore(on) {
    this.more = on;
    this.element.classList.toggle("more", on);
    this.moreSwitch.textContent = on ? "Less" : "More";
    this.moreSwitch.setAttribute("aria-expanded", String(on));
  }

  /** Shows a position that something beside the board spoke of; on a phone the board may be out of sight. */
  goTo(count) {
    this.moves.step(count);
    this.stage.holder.scrollIntoView({ block: "nearest" });
  }

  connection(state) {
    if (state === "open") {
      if (this.lost) notify("Connected again.");
      this.lost = false;
    } else if (state === "kept") {
      notify("Without a connection you see the copy that this browser has kept.");
    } else if (state === "lost") {
      this.lost = true;
      this.element.classList.add("offline");
      if (!this.snapshot) this.say("No connection", "This browser has not kept this game. It is shown as soon as the server answers.");
      notify("The connection is lost. Trying again…", { lasting: true, tone: "bad" });
    } else {
      this.fail(state);
    }
  }

  fail(text) {
    this.say("No such game", text);
  }

  /** There is no game to show. */
  say(title, text) {
    this.element.classList.add("nothing");
    this.title.textContent = title;
    refill(this.status, text, " ", h("a", { href: "/" }, "Go to the games."));
  }

  hear(message) {
    switch (message.type) {
      case "snapshot":
      case "taken_back":
        return this.restart(message);
      case "happened":
        return this.happened(message);
      case "over":
        this.snapshot.result = message.result;
        this.justEnded = true;
        if (!this.queue.busy) this.showResult();
        return undefined;
      case "thinking":
        this.thinking = message.seat;
        if (!this.queue.busy && this.following) this.players.show(this.shownView, this.thinking);
        return undefined;
      case "hint":
        return this.showHint(message.thought);
      case "seats":
        this.nameSeats(message.seats);
        this.players.setSeats(this.snapshot.seats, this.snapshot.you);
        if (this.shownView) this.players.show(this.shownView, this.thinking);
        return undefined;
      case "pace":
        Object.assign(this.snapshot, { paused: message.paused, speed: message.speed });
        this.players.paused = message.paused;
        return this.actions.update(this.snapshot);
      case "error":
        complain(new Error(message.message));
        // A refused move leaves the turn where it was.
        if (!this.queue.busy && this.following) this.stage.setLegal(this.legalNow());
        return undefined;
      default:
        return undefined;
    }
  }

  /** Everything again: at the beginning, after a reconnection, after moves were taken back. */
  restart(snapshot) {
    const first = this.snapshot === null;
    // Who looks at an earlier position goes on looking at it when the connection comes back.
    const kept = !first && !this.following && snapshot.type === "snapshot" && this.shownView.count <= snapshot.count ? this.shownView : null;
    this.snapshot = snapshot;
    this.queue.clear();
    this.views.clear();
    this.thinking = null;
    this.element.classList.remove("offline", "nothing");
    this.nameSeats(snapshot.seats);
    const { seats, you, view } = snapshot;
    this.title.textContent = snapshot.title;
    document.title = `${snapshot.title} · Ludarium`;
    this.stage.setBoard(snapshot.board, seats, `${snapshot.title} board`);
    this.stage.input.stepped = () => this.actions.update(this.snapshot);
    this.players.setSeats(seats, you);
    this.players.paused = snapshot.paused;
    this.moves.manner = this.thought.manner = this.engine.thought.manner = this.stage.manner;
    this.moves.setLog(snapshot.log, seats, view.turn.seat);
    this.following = kept === null;
    if (first) {
      // Who watches wants to see the thoughts first; who steps through a game needs buttons that stay in their place.
      this.thoughtBox.open = you.length === 0;
      if (you.length === 0 && !snapshot.result) this.movesBox.before(this.thoughtBox);
      this.stage.faceSeat(snapshot.game, snapshot.variant, you[0] ?? 0);
      const panel = invitations(snapshot);
      if (panel) this.invite.append(panel);
      this.introduce(snapshot);
    }
    if (first && you.length && !snapshot.result) this.advise(snapshot);
    if (!this.source.live && first) {
      this.views.set(snapshot.count, view);
    }
    this.present(kept ?? view, 0);
    this.showResult();
  }

  /** Gives agents that play a level their names and faces. */
  async introduce({ game, variant, seats }) {
    const catalogue = await getOnce(path`/api/games/${game}/agents?variant=${variant}`).catch(() => null);
    if (!catalogue) return;
    this.players.cast = cast(seats, catalogue);
    this.nameSeats(this.snapshot.seats);
    const { snapshot } = this;
    this.stage.boardView.seats = this.players.seats = snapshot.seats;
    this.moves.setLog(snapshot.log.slice(0, this.moves.entries.length), snapshot.seats, this.moves.next);
    if (this.shownView) {
      this.stage.boardView.draw(this.shownView);
      this.players.show(this.shownView, this.thinking);
      this.showStatus(this.shownView);
    }
    if (snapshot.result) this.showResult();
  }

  /** What a newcomer needs to know, from the rules for readers. */
  async advise({ game, you }) {
    const lesson = await getOnce(path`/api/learn/${game}`).catch(() => null);
    const fresh = !this.snapshot.log.some(({ by }) => you.includes(by));
    if (lesson?.tip && !this.signal.aborted) this.stage.showTip(lesson.tip, you[0], fresh && this.following);
  }

  /** People are called by their names; the game goes on calling their seats as it does. */
  nameSeats(seats) {
    const { you } = this.snapshot;
    const own = you.length === 1 ? you[0] : null;
    this.snapshot.seats = seats.map((seat, k) => {
      const colour = seat.colour ?? seat.name;
      const given = seat.kind === "human" && seat.player !== NAMELESS ? seat.player : null;
      return { ...seat, colour, role: seat.role ?? colour, name: k === own ? playerName() || "You" : this.players.cast[k]?.name ?? given ?? colour };
    });
  }

  /** The agents that can be asked are fetched when somebody wants to. */
  async prepareEngine() {
    const { game, variant } = this.snapshot;
    await this.engine.setGame(game, variant, this.snapshot).catch(complain);
  }

  /** Goes through the game from its start, with an engine's word on every position. */
  async study() {
    this.showMore(true);
    this.engineBox.open = true;
    await this.prepareEngine();
    if (!this.engine.running) this.engine.toggle();
    this.moves.step(0);
  }

  happened(message) {
    const { snapshot } = this;
    Object.assign(snapshot, { count: message.count, view: message.view });
    snapshot.log.push(message.entry);
    this.keep(message.view);
    this.thinking = null;
    this.queue.push(message);
  }

  keep(view) {
    this.views.set(view.count, view);
    if (this.views.size > KEPT) this.views.delete(this.views.keys().next().value);
  }

  /** Shows one event from the queue: on the board first, so that nothing tells a roll before its dice lie still. */
  async showEvent(message, factor, passing) {
    const { entry, view } = message;
    this.actions.skipper.hidden = this.queue.waiting.length < 2;
    if (this.following && !passing) {
      this.sound(message, factor > 0 && factor < BRIEF);
      await this.showBoard(view, factor);
    }
    this.moves.add(entry, view.turn.seat);
    this.players.setClocks(message.clocks);
    const who = this.snapshot.seats[entry.by]?.name ?? "Chance";
    if (!isSilent(entry)) announce(`${who}: ${inWords(entry)}`);
    if (entry.forced && this.snapshot.you.includes(entry.by)) notify("You had no other choice, so the page moved for you.");
    if (passing && this.following) return;
    if (this.following) this.showBeside(view);
    else this.moves.show(this.moves.shown);
    if (this.queue.waiting.length === 0) {
      this.actions.skipper.hidden = true;
      if (this.snapshot.result) this.showResult();
    }
  }

  /** What an event sounds like: one's turn, dice, a move; of many quick events only the first. */
  sound({ entry, view }, quick) {
    const { you, result } = this.snapshot;
    // The end is heard when it is seen.
    if (result && view.count === this.snapshot.count) return;
    if (!you.includes(this.queue.mover) && you.includes(view.turn.seat)) sound("turn");
    else if (quick) return;
    else if (entry.by === null && !isSilent(entry)) sound("dice");
    else if (entry.by !== null) sound("move");
  }

  /** Puts a view on the board and into every panel. */
  async present(view, factor) {
    await this.showBoard(view, factor);
    this.showBeside(view);
  }

  async showBoard(view, factor) {
    this.shownView = view;
    view.recent = this.recentCells(view.count);
    view.marked = lastCells(this.snapshot.log, view.count);
    this.stage.setLegal([]);
    if (view.count !== this.snapshot.count || !this.legalNow().length) this.openPlan(view, false);
    await this.stage.show(view, factor);
  }

  /** What stands beside the board, if nobody has gone on meanwhile. */
  showBeside(view) {
    if (this.shownView !== view) return;
    this.moves.show(view.count);
    this.showChances(view.count);
    this.players.show(view, this.thinking);
    this.showStatus(view);
    if (this.playPlanned(view)) return;
    this.stage.setLegal(view.count === this.snapshot.count ? this.legalNow() : []);
    this.showThought(view);
    this.engine.look(view);
    this.curve.show(this.moves.entries, this.snapshot, view.count);
    this.story.showStep(view.count);
    // Somebody who points at a move goes on seeing it.
    if (this.pointed) this.showExpected();
    this.actions.update(this.snapshot, view);
  }

  /** Makes the move that was chosen in advance, if it is possible now; while others move, one can be chosen. */
  playPlanned(view) {
    const legal = view.count === this.snapshot.count ? this.legalNow() : [];
    const planned = legal.length ? this.stage.premove.take(legal) : null;
    this.openPlan(view, legal.length > 0);
    if (planned) this.play(planned.text);
    return Boolean(planned);
  }

  openPlan(view, mine) {
    const { you, result } = this.snapshot;
    this.stage.seatsHere = you;
    this.stage.premove.setOpen(Boolean(you.length && !result && this.following && view.turn !== "over" && !mine));
  }

  /** Who watches sees what each player expects; who plays would be told what others think of the position. */
  showChances(count) {
    const { you, result, log, seats } = this.snapshot;
    const end = result && count === this.snapshot.count ? result.scores : null;
    this.players.chances = you.length && !result ? [] : expectations(log.slice(0, count), seats.length, end);
  }

  /** The cells of everything that others have done since the viewer's last move. */
  recentCells(count) {
    const { log, you } = this.snapshot;
    const cells = [];
    for (let k = count - 1; you.length && k >= 0 && !you.includes(log[k].by); k -= 1) cells.push(...(log[k].cells ?? []));
    return cells;
  }

  /** The thought behind the shown position: that of the last move, also where chance spoke after it. */
  async showThought(view) {
    let { count } = view;
    while (count > 0 && this.snapshot.log[count - 1].by === null) count -= 1;
    const mover = this.snapshot.seats[this.snapshot.log[count - 1]?.by];
    const asked = !view.thought && mover?.kind === "agent";
    const { thought } = asked ? await this.viewAt(count).catch(() => view) : view;
    const before = thought ? await this.viewAt(count - 1).catch(() => null) : null;
    if (this.shownView !== view) return;
    this.thought.position = before && { view: before, board: this.snapshot.board };
    this.thought.thinker = thought ? this.snapshot.seats[thought.seat].name : null;
    this.thought.show(thought, this.snapshot.seats, count ? undefined : "The game has just begun.");
    if (thought) this.showExpected();
  }

  /** Spectators see on the board how the last mover expects the game to go on. */
  showExpected() {
    if (this.pointed) return this.stage.showLine({ cells: [this.pointed.cells] });
    const { thought } = this.thought;
    const watching = !this.engine.running && this.snapshot.you.length === 0 && this.thoughtBox.open && this.shownView.turn.seat !== undefined;
    const chosen = watching && thought?.candidates.find((candidate) => candidate.move === thought.chosen);
    this.stage.showLine(chosen ? { cells: chosen.cells.slice(1) } : null);
    return undefined;
  }

  showStatus(view) {
    const { seats, you, count, result } = this.snapshot;
    const seat = view.turn.seat;
    const day = this.snapshot.daily && !result ? "Challenge of the day. " : "";
    const past = !this.following && view.count < count ? `${this.moves.called(view.count)}. ` : "";
    const mine = you.includes(seat);
    const now = result && view.count === count ? "Game over"
      : view.turn === "chance" ? "Chance decides…"
      : view.turn === "over" ? "The game is over."
      : mine && !past ? you.length > 1 ? `Your turn: ${seats[seat].name}` : "Your turn"
      : mine ? "your turn" : `${seats[seat].name} is to move`;
    this.status.textContent = day + past + now;
    this.status.classList.toggle("mine", mine && !past && !result);
    this.showHelp(mine && !past && !result);
    const title = `${this.snapshot.title} · Ludarium`;
    document.title = mine && !past && !result ? `● Your turn · ${title}` : title;
  }

  /** What to do, for somebody who has not moved yet. It stays where it is as long as the game is looked at, so that the board does not jump. */
  showHelp(mine) {
    const { log, you, view, summary } = this.snapshot;
    const fresh = mine && !log.some((entry) => you.includes(entry.by) && !entry.forced);
    const legal = fresh ? this.legalNow() : [];
    if (legal.length === 0) return;
    this.help.hidden = false;
    const long = legal.some(({ clicks }) => clicks.length > 1);
    const areas = typeof view.tones[legal.find(({ clicks }) => clicks.length)?.clicks[0]] === "object";
    const what = areas ? "one of your marked areas, then the one to attack" : "a marked piece, then its target, or drag it";
    const press = capital(click());
    const places = long ? `${press} ${what}.` : legal.some(({ clicks }) => clicks.length) ? `${press} a marked place.` : "";
    refill(this.help, summary ? h("span.summary", {}, `${capital(summary)}. `) : "", places, " ", h("a", { href: path`/learn/${this.snapshot.game}` }, "Rules"));
  }

  showResult() {
    const { result, seats, you } = this.snapshot;
    this.ending.show();
    this.actions.update(this.snapshot);
    this.players.end = result ? this.snapshot.count : null;
    this.stage.entry.element.hidden = Boolean(result);
    this.element.classList.toggle("playing", you.length > 0 && !result);
    this.element.classList.toggle("watching", you.length === 0);
    // Who is playing has the hint; an engine at the board would be another player.
    this.engineBox.hidden = you.length > 0 && !result;
    if (!result) {
      this.story.element.hidden = true;
      return;
    }
    if (this.following) {
      this.stage.setLegal([]);
      this.stage.showLine(null);
    }
    // The result is not to be covered.
    dismissNotice();
    this.keepForLater();
    if (this.justEnded) this.ending.celebrate();
    else if (this.looked !== this.snapshot.count) this.story.recall(this.snapshot);
    this.justEnded = false;
    this.looked = this.snapshot.count;
    const words = [resultInWords(result, seats, you), howItEnded(result, seats, you)].join(". ");
    if (this.said !== words) announce(words);
    this.said = words;
    if (!this.shownView) return;
    this.players.show(this.shownView, this.thinking);
    this.showStatus(this.shownView);
  }

  /** A game that is over can be looked at later without a connection. */
  async keepForLater() {
    if (this.kept === this.snapshot.count || !navigator.serviceWorker || this.lost) return;
    this.kept = this.snapshot.count;
    await underCare();
    const { address, base } = this.source;
    for (const part of [address, `${base}/steps`]) get(part, this.signal).catch(() => {});
  }

  /** Shows the position after this number of events. */
  async showStep(count) {
    const forward = count === this.moves.shown + 1;
    this.following = count === this.snapshot.count;
    // The mark in the list goes first, so that quick steps count on from there.
    this.moves.show(count);
    // Of quick steps only the last is fetched.
    if (this.stepping) return;
    this.stepping = true;
    await this.fetching;
    this.stepping = false;
    this.fetching = this.presentStep(this.moves.shown, forward);
  }

  async presentStep(count, forward) {
    const { snapshot } = this;
    try {
      const view = count === snapshot.count && snapshot.view.count === count ? snapshot.view : await this.viewAt(count);
      if (this.moves.shown === count) this.present(view, forward ? pace() : 0);
    } catch (error) {
      complain(error);
    }
  }

  /** Puts a position on the board at once. */
  async leap(count) {
    this.following = count === this.snapshot.count;
    this.moves.show(count);
    const view = await this.viewAt(count);
    if (this.moves.shown === count) await this.present(view, 0);
  }

  async viewAt(count) {
    if (!this.views.has(count)) this.keep(await get(`${this.source.base}/steps/${count}`, this.signal));
    return this.views.get(count);
  }

  /** What the viewer may do at the present position. */
  legalNow() {
    const { result, view } = this.snapshot;
    return (!result && view.legal) || [];
  }

  play(move) {
    this.stage.setLegal([]);
    if (!this.source.send({ type: "play", move, count: this.snapshot.count })) {
      notify("There is no connection to the server. The move was not made.", { tone: "bad" });
      this.stage.setLegal(this.legalNow());
    }
  }

  /** Says why a click on a cell begins no move. */
  refuse(cell, selected) {
    const { snapshot } = this;
    if (snapshot.you.length === 0 || snapshot.result || (this.queue.busy && !this.stage.premove.open)) return;
    if (!this.following) return notify("This is an earlier position. Press End to come back to the game.");
    notify(whyNot(snapshot, this.players.headline.textContent, cell, selected));
  }

  send(command) {
    if (!this.source.send(command)) notify("There is no connection to the server.", { tone: "bad" });
  }

  showHint(thought) {
    clearNotice();
    this.thoughtBox.open = true;
    this.thought.position = this.snapshot;
    this.thought.thinker = "A strong player";
    this.thought.show(thought, this.snapshot.seats);
    const best = thought.candidates.find((candidate) => candidate.move === thought.chosen);
    if (best) this.stage.showLine({ ...best, cells: best.cells.slice(0, 1) });
    const words = `Hint: ${this.spell(thought.chosen)}`;
    notify(words);
    announce(words);
  }

  /** A move that is possible now, in words. */
  spell(text) {
    const { view, board } = this.snapshot;
    return inWords(planned(view, board, text, view.legal?.find((one) => one.text === text)?.clicks ?? []));
  }

  /** Ends all animations and shows where the game stands. */
  skip() {
    this.queue.skip();
    this.stage.boardView.skip();
  }

  close() {
    this.source.close();
    this.players.close();
    this.moves.stop();
    clearNotice();
  }
}

/** Waits until the service worker sees what this page asks for. */
async function underCare() {
  const { serviceWorker } = navigator;
  if (!serviceWorker.controller) await new Promise((done) => serviceWorker.addEventListener("controllerchange", done, { once: true }));
}
