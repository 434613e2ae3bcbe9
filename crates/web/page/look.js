// Colours and shapes of boards, as the drawing crate gives them.

import { getOnce } from "./api.js";
import { wish } from "./settings.js";

/**
 * @typedef {{fill: string, stroke: string, ink: string, ground: string}} Swatch
 * @typedef {{d: string, fill: string, stroke: string, width: number, opacity: number}} Path
 * @typedef {{text: string | null, at: [number, number], size: number, fill: string}} Text
 * @typedef {{paths: (Path | Text)[], letter: (Path | Text)[]}} Shape
 * @typedef {{themes: Record<string, Record<string, string>>, hues: Record<string, Swatch>, neutral: Swatch, shapes: Record<string, Shape>}} Look
 */

/** @type {Look | null} */
let look = null;

const NIGHT = "#16181c";
const CHALK = "#faf8f2";
const NOTHING = { paths: [], letter: [] };

/** Fetches colours and shapes; call once before anything is drawn. */
export async function loadLook() {
  look = await getOnce("/api/look");
}

/** "light" or "dark": the reader's wish, or else that of the system. */
export function themeNow() {
  const wanted = wish("theme");
  if (wanted === "light" || wanted === "dark") return wanted;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Gives the page its theme: style sheets read the attribute, boards the custom properties. */
export function applyTheme() {
  const root = document.documentElement;
  root.dataset.theme = themeNow();
  for (const [name, colour] of Object.entries(look?.themes[themeNow()] ?? {})) {
    root.style.setProperty(`--board-${name}`, colour);
    root.style.setProperty(`--on-board-${name}`, inkOn(colour));
  }
}

/** @param {{hue: string} | undefined} seat @returns {Swatch} the colours of a seat, or of what belongs to nobody */
export function swatch(seat) {
  return look.hues[seat?.hue] ?? look.neutral;
}

/** @param {string} name @returns {Shape} the parts of a shape, from back to front */
export function shape(name) {
  return look.shapes[name] ?? NOTHING;
}

/** Ink that can be read on a colour. */
export function inkOn(colour) {
  return contrast(colour, NIGHT) >= contrast(colour, CHALK) ? NIGHT : CHALK;
}

function luminance(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = parseInt(colour.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
