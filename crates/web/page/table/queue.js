// Events arrive faster than they can be watched: a queue shows them one after the other, or all at once.

import { pace } from "../settings.js";

/** With more waiting events animations hurry. */
const BUSY = 4;
const FASTEST = 0.3;
const DWELL = 140;
/** Without animations, what arrives within so many milliseconds is drawn once. */
const TOGETHER = 30;

export class Queue {
  /** @param {(message: any, factor: number, passing: boolean) => Promise<void>} show what is passing need not be drawn */
  constructor(show) {
    this.show = show;
    this.waiting = [];
    this.running = false;
    this.hurry = false;
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
      const left = this.waiting.length;
      const factor = this.hurry ? 0 : pace() * Math.min(Math.max(BUSY / (left + 1), FASTEST), 1);
      await this.show(message, factor, factor === 0 && left > 0);
      // A move whose result hangs on chance is looked at for a moment.
      if (factor > 0 && message.view?.turn === "chance" && message.entry?.by !== null) await pause(DWELL * factor);
    }
    this.hurry = false;
    this.running = false;
  }

  /** Shows everything that waits at once. */
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
