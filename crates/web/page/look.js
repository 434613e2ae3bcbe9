// Colours and shapes of boards, as the drawing crate gives them.

import { getOnce } from "./api.js";
import { wish } from "./settings.js";

/**
 * @typedef {{fill: string, stroke: string, ink: string}} Swatch
 * @typedef {{themes: Record<string, Record<string, string>>, hues: Record<string, Swatch>, shapes: Record<string, {paths: {d: string, paint: string}[]}>}} Look
 */

/** @type {Look} */
let look = { themes: {}, hues: {}, shapes: {} };

const NIGHT = "#16181c";
const CHALK = "#faf8f2";
const NEUTRAL = { fill: "#f0c868", stroke: NIGHT, ink: NIGHT };

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
  for (const [name, colour] of Object.entries(look.themes[themeNow()] ?? {})) {
    root.style.setProperty(`--board-${name}`, colour);
  }
}

/** @param {{hue: string} | undefined} seat @returns {Swatch} */
export function swatch(seat) {
  return look.hues[seat?.hue] ?? NEUTRAL;
}

/** The paths of a shape, from back to front. */
export function shapePaths(shape) {
  return look.shapes[shape]?.paths ?? [];
}

/** The ground of a seat's own cell: softer than its pieces. */
export function ownGround(seat) {
  return mix(swatch(seat).fill, CHALK, 0.72);
}

/** Ink that can be read on a colour. */
export function inkOn(colour) {
  return contrast(colour, NIGHT) >= contrast(colour, CHALK) ? NIGHT : CHALK;
}

function channels(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

function mix(one, other, part) {
  const [a, b] = [channels(one), channels(other)];
  const mixed = a.map((channel, k) => Math.round(channel * part + b[k] * (1 - part)));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

function luminance(colour) {
  const [r, g, b] = channels(colour).map((channel) => {
    const c = channel / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
