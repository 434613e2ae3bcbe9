// Where things are on a board: turning it to a seat, and walking over it with arrow keys.

/** @import {Board, Point, View} from "./types.js" */

/** Scene units are about one cell wide; drawings use a finer unit. */
const SCALE = 100;
const MARGIN = 0.16;

/**
 * The board turned clockwise, in drawing units, with the box that it fills.
 * @param {Board} board
 * @param {number} degrees
 */
export function place(board, degrees) {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  /** @param {Point} point @returns {Point} */
  const at = ([x, y]) => [(x * cos - y * sin) * SCALE, (x * sin + y * cos) * SCALE];
  const cells = board.cells.map((cell) => ({
    name: cell.name,
    place: placeOf(cell.name),
    label: cell.label,
    rings: cell.rings.map((ring) => ring.map(at)),
    centre: at(cell.centre),
    room: cell.room * SCALE,
  }));
  const lines = board.lines.map((line) => ({ seat: line.seat, points: line.points.map(at) }));
  const rim = board.rim.map((mark) => ({ text: mark.text, at: at(mark.at) }));
  return { cells, lines, rim, unit: usualWidth(cells), box: box(cells, rim, lines) };
}

/** The place that a cell is a part of, as `13` for `13.2`; nothing where a cell is a place by itself. @param {string} name */
export function placeOf(name) {
  const end = name.lastIndexOf(".");
  return end > 0 ? name.slice(0, end) : null;
}

function usualWidth(cells) {
  const rooms = cells.map((cell) => cell.room).sort((a, b) => a - b);
  return 2 * (rooms[rooms.length >> 1] ?? SCALE / 2);
}

function box(cells, rim, lines) {
  const points = [...cells.flatMap((cell) => cell.rings.flat()), ...around(rim), ...lines.flatMap((line) => line.points)];
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  const margin = MARGIN * SCALE;
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { left, top, width: Math.max(...xs) + margin - left, height: Math.max(...ys) + margin - top };
}

/** Marks of the rim need a little room round their middle. */
function around(rim) {
  const reach = 0.12 * SCALE;
  return rim.flatMap(({ at: [x, y] }) => [[x - reach, y - reach], [x + reach, y + reach]]);
}

/**
 * The angle that brings a seat's home to the bottom, or near it where cells would lie askew: 0 for boards on which
 * seats have no side of their own. At the start all pieces of a seat with a home stand on one side of the middle, and the
 * homes of all seats lie evenly round it.
 * @param {Board} board
 * @param {View} start the position at the start of a game
 * @param {number} seats
 * @param {number} seat
 */
export function homeAngle(board, start, seats, seat) {
  const centres = board.cells.map((cell) => cell.centre);
  const middle = mean(centres);
  const reach = Math.max(...centres.map((centre) => distance(centre, middle)));
  const directions = [];
  for (let one = 0; one < seats; one += 1) {
    const own = start.pieces.filter((piece) => piece.seat === one).map((piece) => centres[piece.cell]);
    if (own.length === 0) return 0;
    const home = mean(own);
    const far = distance(home, middle);
    const direction = [(home[0] - middle[0]) / far, (home[1] - middle[1]) / far];
    const ahead = ([x, y]) => (x - middle[0]) * direction[0] + (y - middle[1]) * direction[1];
    if (!(far > 0) || own.some((centre) => ahead(centre) < 0.15 * reach)) return 0;
    directions.push((Math.atan2(direction[1], direction[0]) * 180) / Math.PI);
  }
  const even = directions.every((direction, one) => {
    const next = directions[(one + 1) % seats];
    const gap = (((next - direction) % 360) + 360) % 360;
    return Math.min(Math.abs(gap - 360 / seats), Math.abs(360 - gap - 360 / seats)) < 12;
  });
  if (!even || !(seat in directions)) return 0;
  // Down is 90°. Squares must lie straight; hexes and boards for three look right at any twelfth.
  const fold = [60, 90, 120, 180].find((angle) => looksTheSame(centres, middle, reach, angle)) ?? 360;
  const step = fold % 90 === 0 ? fold : 30;
  return ((Math.round((90 - directions[seat]) / step) * step) % 360 + 360) % 360;
}

/** Whether every cell of the board turned by an angle lies where a cell was. */
function looksTheSame(centres, middle, reach, angle) {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return centres.every(([x, y]) => {
    const [dx, dy] = [x - middle[0], y - middle[1]];
    const turned = [middle[0] + dx * cos - dy * sin, middle[1] + dx * sin + dy * cos];
    return centres.some((centre) => distance(centre, turned) < 0.05 * reach);
  });
}

/**
 * The nearest cell in a direction (a unit vector on the screen), or the same cell at the edge.
 * @param {{centre: Point}[]} cells
 * @param {number} from
 * @param {Point} direction
 */
export function towards(cells, from, direction) {
  const origin = cells[from].centre;
  let [best, least] = [from, Infinity];
  cells.forEach((cell, index) => {
    const [dx, dy] = [cell.centre[0] - origin[0], cell.centre[1] - origin[1]];
    const ahead = dx * direction[0] + dy * direction[1];
    const aside = Math.abs(dx * direction[1] - dy * direction[0]);
    if (index === from || ahead <= 1e-3 || aside > 1.8 * ahead) return;
    // Straight ahead is preferred to near, but not so much that rows of hexes are skipped.
    const cost = Math.hypot(ahead, aside) + aside;
    if (cost < least) [best, least] = [index, cost];
  });
  return best;
}

/**
 * Where a move goes on a board that is not turned: degrees clockwise from the right, and how many cells far.
 * @param {Board} board @param {number[]} cells
 */
export function way(board, cells) {
  const [[x, y], [u, v]] = [cells[0], cells[cells.length - 1]].map((cell) => board.cells[cell].centre);
  return { angle: Math.round((Math.atan2(v - y, u - x) * 180) / Math.PI), length: Math.hypot(u - x, v - y) / (usualWidth(board.cells) || 1) };
}

/** @param {Point[]} points @returns {Point} */
function mean(points) {
  const sum = points.reduce(([x, y], point) => [x + point[0], y + point[1]], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

/** @param {Point} a @param {Point} b */
export function distance(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** The `d` of a closed outline. */
export function outline(rings) {
  return rings.map((ring) => `M${ring.map(pair).join("L")}Z`).join("");
}

/** What is marked of a cell: all of it, or, of a part of a place, where a piece stands. @param {{rings: Point[][], centre: Point, room: number, place: string | null}} cell */
export function ground({ rings, centre: [x, y], room, place: part }) {
  if (!part) return outline(rings);
  const arc = `a${room} ${room} 0 1 0`;
  return `M${(x - room).toFixed(1)} ${y.toFixed(1)}${arc} ${2 * room} 0${arc} ${-2 * room} 0Z`;
}

/** The `d` of an open line. */
export function polyline(points) {
  return `M${points.map(pair).join("L")}`;
}

function pair([x, y]) {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
