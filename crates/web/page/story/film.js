// A game as a film of 15 seconds: the board and the landscape go together, and stop for a moment where the game turned.

/** How long the film is, and how long it stays at a turning point and at the end, in milliseconds. */
const WHOLE = 15_000;
const TURN = 1_900;
const END = 1_400;
/** A picture is seen at least so long; of longer games some steps are left out. */
const SHORTEST = 130;

/**
 * The positions of the film, each with its time.
 * @param {number} count the events of the game @param {number[]} turns the events at which it turned
 * @returns {{count: number, ms: number, turn: number}[]} `turn` is the place of the turning point, or −1
 */
export function cut(count, turns) {
  const room = WHOLE - END - TURN * turns.length;
  const steps = Math.max(Math.min(count, Math.floor(room / SHORTEST)), 1);
  const even = Array.from({ length: steps }, (_, k) => Math.floor((k * count) / steps));
  const shown = [...new Set([...even, ...turns])].sort((a, b) => a - b);
  const ms = room / Math.max(shown.length - turns.length, 1);
  return [...shown.map((at) => ({ count: at, ms: turns.includes(at) ? TURN : ms, turn: turns.indexOf(at) })), { count, ms: END, turn: -1 }];
}

export class Film {
  /** @param {{show: (step: {count: number, turn: number}) => Promise<boolean>, ended: () => void}} screen `show` says whether the film may go on */
  constructor(screen) {
    this.screen = screen;
    this.playing = null;
  }

  /** @param {ReturnType<typeof cut>} steps */
  async play(steps) {
    const run = {};
    this.playing = run;
    let late = performance.now();
    for (const step of steps) {
      if (!await this.screen.show(step) || this.playing !== run) break;
      late += step.ms;
      // A step that came late does not make the film longer.
      await new Promise((done) => { setTimeout(done, Math.max(late - performance.now(), 0)); });
      if (this.playing !== run) break;
    }
    if (this.playing === run) this.stop();
  }

  stop() {
    if (!this.playing) return;
    this.playing = null;
    this.screen.ended();
  }
}
