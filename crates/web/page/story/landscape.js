// The whole game as a landscape: every player's chances as a layer, one on top of the other, so that they fill the picture.

import { h, refill, s } from "../dom.js";
import { swatch } from "../look.js";
import { percent } from "../seats.js";

const WIDTH = 420;
const HEIGHT = 170;
/** Room for the numbers of the turning points above, and for words below. */
const TOP = 20;
const BOTTOM = 18;

export class Landscape {
  /** @param {(count: number) => void} go called with the place that was clicked */
  constructor(go) {
    this.svg = s("svg.landscape", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
    this.svg.addEventListener("click", ({ clientX }) => {
      const { left, width } = this.svg.getBoundingClientRect();
      go(Math.round(((clientX - left) / width) * this.count));
    });
    this.element = h("div.landscape-holder", {}, this.svg);
    this.now = s("line.now", { y1: TOP - 4, y2: HEIGHT - BOTTOM });
    this.ahead = s("rect.ahead", { y: TOP, height: HEIGHT - TOP - BOTTOM });
  }

  /**
   * @param {[number, number[]][]} curve what each seat may expect after a number of events
   * @param {any} game the snapshot
   * @param {{count: number}[]} turns the turning points
   * @param {string} end the last word on the way
   */
  draw(curve, { seats, you, count }, turns, end) {
    this.count = Math.max(count, 1);
    const first = you.length === 1 ? you[0] : 0;
    // The viewer is the ground on which the others stand.
    this.order = seats.map((_, k) => (first + k) % seats.length);
    const layers = curve.map(([at, values]) => [at, this.edges(values)]);
    if (layers[0]?.[0] > 0) layers.unshift([0, layers[0][1]]);
    const place = ([at, edges], k) => `${this.x(at).toFixed(1)} ${this.y(edges[k]).toFixed(1)}`;
    const bands = this.order.map((seat, k) => {
      const { fill } = swatch(seats[seat]);
      const path = [...layers.map((one) => place(one, k + 1)), ...layers.toReversed().map((one) => place(one, k))];
      return s("path.band", { d: `M${path.join("L")}Z`, fill });
    });
    const lines = this.order.slice(1).map((_, k) => s("path.crest", { d: `M${layers.map((one) => place(one, k + 1)).join("L")}` }));
    const words = curve.at(-1)[1].map((value, seat) => `${seats[seat].name} ${percent(value)}`).join(", ");
    this.svg.setAttribute("aria-label", `Everybody's chances over the game, one layer a player. At the end ${words}.`);
    refill(this.svg, bands, seats.length === 2 ? s("line.half", { x1: 0, x2: WIDTH, y1: this.y(0.5), y2: this.y(0.5) }) : null, lines,
      this.letters(layers, seats), this.ahead, s("rect.rim", { x: 0.5, y: TOP, width: WIDTH - 1, height: HEIGHT - TOP - BOTTOM }), turns.map((turn, k) => this.flag(turn, k)), this.now,
      s("text.axis", { x: 0, y: HEIGHT - 4 }, "start"), s("text.axis", { x: WIDTH, y: HEIGHT - 4, "text-anchor": "end" }, end));
  }

  /** Where the layers begin and end, from 0 to 1. */
  edges(values) {
    const whole = values.reduce((sum, value) => sum + value, 0) || 1;
    let height = 0;
    return [0, ...this.order.map((seat) => (height += values[seat] / whole))];
  }

  /** The letter of each player where the layer is thickest. */
  letters(layers, seats) {
    return this.order.map((seat, k) => {
      const inside = layers.filter(([at]) => this.x(at) > 14 && this.x(at) < WIDTH - 14);
      const [at, edges] = inside.reduce((best, one) => (one[1][k + 1] - one[1][k] > best[1][k + 1] - best[1][k] ? one : best), inside[0] ?? layers[0]);
      const [low, high] = [edges[k], edges[k + 1]];
      if (high - low < 0.14) return null;
      return s("text.layer-name", { x: this.x(at), y: this.y((low + high) / 2), fill: swatch(seats[seat]).ink }, seats[seat].letter);
    });
  }

  flag({ count }, k) {
    const x = Math.min(Math.max(this.x(count - 1), 10), WIDTH - 10);
    return s("g.flag", {}, s("line", { x1: x, x2: x, y1: TOP - 4, y2: HEIGHT - BOTTOM }), s("circle", { cx: x, cy: 10, r: 9 }), s("text", { x, y: 10.5 }, String(k + 1)));
  }

  /** Marks a position; `open` leaves what comes later in the dark. */
  mark(count, open = true) {
    const x = this.x(count);
    this.now.setAttribute("x1", x);
    this.now.setAttribute("x2", x);
    this.ahead.setAttribute("x", x);
    this.ahead.setAttribute("width", open ? 0 : Math.max(WIDTH - x, 0));
  }

  x(count) {
    return (WIDTH * Math.min(count, this.count)) / this.count;
  }

  y(share) {
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share);
  }
}
