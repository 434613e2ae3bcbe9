// Events arrive faster than they can be watched: a queue shows them one after the other, or all at once.

import { BRIEF, duration, DWELL } from "../board/motion.js";
import { pace } from "../settings.js";

/** What others do between two turns of the viewer, or what waits for a spectator, is shown within this time, in milliseconds, at the usual pace. */
const LONGEST = 4000;
/** What it takes to draw an event, without its animation. */
const DRAWING = 40;
const FASTEST = 0.05;
/** Dice of the viewer that are attacked have this multiple of the time of other dice. */
const CLOSER = 2;
/** Without animations, what arrives within these milliseconds is drawn once. */
const TOGETHER = 30;

export class Queue {
  /**
   * @param {(message: any, factor: number, passing: boolean) => Promise<void>} show what is passing need not be drawn
   * @param {() => number[]} [mine] the seats of the viewer
   */
  constructor(show, mine = () => []) {
    this.show = show;
    this.mine = mine;
    this.waiting = [];
    this.running = false;
    this.hurry = false;
    /** Who moved last. */
    this.mover = null;
    /** When others began to move after the viewer. */
    this.began = null;
  }

  get busy() {
    return this.running;
  }

  push(message) {
    this.waiting.push(message);
    if (!this.running) this.drain();
  }

  async drain() {
    this.running = true;
    if (pace() === 0) await pause(TOGETHER);
    while (this.waiting.length) {
      const message = this.waiting.shift();
      const factor = this.factor(message);
      const awaited = message.view?.turn === "chance" && message.entry?.by !== null;
      // An attack whose dice are there already is drawn with them where time is short.
      const passing = this.waiting.length > 0 && (factor === 0 || (factor < BRIEF && awaited && Boolean(this.waiting[0].view?.last?.battle)));
      await this.show(message, factor, passing);
      if (factor > 0 && awaited && !passing) await pause(DWELL * factor);
    }
    // Who plays has skipped all that others do until the next move of one's own.
    if (!this.mine().length) this.hurry = false;
    this.running = false;
  }

  /** How slow an event is shown: own moves take their time, those of others share a round. */
  factor({ entry, view }) {
    const usual = pace();
    const you = this.mine();
    this.mover = entry?.by ?? this.mover;
    if (you.includes(entry?.by) && !entry.forced) this.hurry = false;
    if (you.includes(this.mover)) this.began = null;
    else if (you.length) this.began ??= performance.now();
    if (this.hurry || usual === 0) return 0;
    if (you.includes(this.mover)) return usual;
    const next = this.waiting.findIndex((message) => you.includes(message.entry?.by));
    const views = [view, ...this.waiting.slice(0, next < 0 ? undefined : next).map((message) => message.view)];
    const closer = (one) => (one?.last?.battle?.some(({ seat }) => you.includes(seat)) ? CLOSER : 1);
    const wanted = views.reduce((sum, one) => sum + (one ? duration(one) * closer(one) : 0), 0);
    const left = LONGEST * usual - (this.began === null ? 0 : performance.now() - this.began) - DRAWING * views.length;
    return Math.min(Math.max(left / wanted, FASTEST) * closer(view), usual);
  }

  /** Shows everything that waits at once, and what others do before the viewer's next move. */
  skip() {
    this.hurry = this.running;
  }

  clear() {
    this.waiting = [];
  }
}

function pause(ms) {
  return new Promise((done) => setTimeout(done, ms));
}
