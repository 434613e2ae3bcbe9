// Colours and shapes of boards, as the drawing crate gives them.

import { getOnce } from "./api.js";
import { setting } from "./settings.js";

/**
 * @typedef {{fill: string, stroke: string, ink: string, cell: string, label: string, lettered: boolean}} Swatch
 * @typedef {{d: string, fill: string, stroke: string, width: number, opacity: number}} Path
 * @typedef {{text: string | null, at: [number, number], size: number, fill: string}} Text
 * @typedef {{title: string, pile: boolean, paths: (Path | Text)[], letter: (Path | Text)[]}} Shape
 * @typedef {{themes: Record<string, Record<string, string>>, hues: Record<string, Swatch>, neutral: Swatch, shapes: Record<string, Shape>}} Look
 */

/** @type {Look | null} */
let look = null;

const NOTHING = { title: "", flat: false, paths: [], letter: [] };

/** Fetches colours and shapes; call once before anything is drawn. */
export async function loadLook() {
  look = await getOnce("/api/look");
}

/** "light" or "dark": what the reader chose, or else what the system has. */
export function themeNow() {
  const wanted = setting("theme");
  if (wanted === "light" || wanted === "dark") return wanted;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Gives the page its theme: style sheets read the attribute, boards the custom properties. */
export function applyTheme() {
  const root = document.documentElement;
  root.dataset.theme = themeNow();
  for (const [name, colour] of Object.entries(look?.themes[themeNow()] ?? {})) {
    root.style.setProperty(`--board-${name}`, colour);
  }
}

/** @param {{hue: string} | undefined} seat @returns {Swatch} the colours of a seat, or of what belongs to nobody */
export function swatch(seat) {
  return look.hues[seat?.hue] ?? look.neutral;
}

/**
 * The drawing of a piece, from back to front. A shape with any text on it brings its own.
 * @param {{shape: string, drawing?: Shape}} piece
 * @returns {Shape}
 */
export function shape(piece) {
  return piece.drawing ?? look.shapes[piece.shape] ?? NOTHING;
}
