// The opponents: a name and a face for each agent that plays a level.

import { s } from "./dom.js";
import { capital, sentence } from "./sentences.js";

/** Names by level from the weakest, as many as a table can need. */
const NAMES = [
  ["Pip", "Lulu", "Momo", "Tiko", "Bibi", "Nilo", "Zaza"],
  ["Ana", "Ben", "Chidi", "Dana", "Emil", "Fatou", "Gus"],
  ["Hana", "Igor", "Juno", "Kofi", "Lena", "Mateo", "Noor"],
  ["Olga", "Priya", "Quinn", "Rosa", "Sven", "Tariq", "Uma"],
  ["Vera", "Wen", "Xenia", "Yusuf", "Zora", "Anselm", "Thora"],
];

/** Agents that play no level come from elsewhere. */
const GUESTS = ["Otto", "Paz", "Remy", "Suki", "Timo", "Vito", "Wanda"];
const GUEST_RANK = NAMES.length;

const GROUNDS = ["#f6d9a8", "#bfe0c4", "#bcd7ef", "#e3c6ec", "#f2bcb4"];
const SKINS = ["#f7d3b0", "#e3ae80", "#b97f52", "#8a5a38", "#f1c49b"];
const HAIRS = ["#2b2320", "#6a3f22", "#c98f3c", "#8c8c92", "#8d2f23"];

/**
 * Who sits at a table: for each seat of an agent a name, its level or its own text, and a line about its style.
 * @param {{kind: string, agent?: string}[]} seats
 * @param {{levels: {name: string, agent: string, style: string}[], agents: {name: string, story: string, summary: string}[]}} catalogue
 * @returns {({name: string, level: string, style: string, rank: number, place: number} | null)[]}
 */
export function cast(seats, { levels, agents }) {
  const taken = {};
  return seats.map((seat) => {
    const agent = seat.kind === "agent" ? agents.find((one) => one.name === seat.agent?.split(/[:@ []/)[0]) : null;
    if (!agent) return null;
    const level = levels.findIndex((one) => one.agent === seat.agent);
    const rank = level in NAMES ? level : GUEST_RANK;
    const known = levels[level]?.style;
    const style = known ? sentence(known) : firstSentence(agent.story || agent.summary || "");
    const names = NAMES[rank] ?? GUESTS;
    taken[rank] = (taken[rank] ?? -1) + 1;
    const place = taken[rank] % names.length;
    return { name: names[place], level: levels[level]?.name ?? seat.agent, style, rank, place };
  });
}

function firstSentence(text) {
  const [first] = text.split(/(?<=[.!?])\s/);
  const plain = first.replace(/^A course agent: /, "").replace(/[.:;]$/, "");
  return plain ? `${capital(plain)}.` : "";
}

/** A small face; the same opponent always has the same. */
export function face({ rank, place }) {
  const pick = (list, step) => list[(rank * 3 + place * step) % list.length];
  const hair = pick(HAIRS, 2);
  const styles = [
    s("path", { d: "M8 19c0-9 5-12 12-12s12 3 12 12c-3-5-7-6-12-6s-9 1-12 6z", fill: hair }),
    s("path", { d: "M7 26c-1-13 5-20 13-20s14 7 13 20c-2-2-2-8-3-12-6 0-12-1-15-3-2 4-5 6-5 8s-1 5-3 7z", fill: hair }),
    s("path", { d: "M10 14c3-6 7-8 10-8s7 2 10 8l-3-2-3 2-4-3-4 3-3-2z", fill: hair }),
    s("g", {}, s("circle", { cx: 20, cy: 6, r: 4, fill: hair }), s("path", { d: "M9 18c0-8 5-10 11-10s11 2 11 10c-4-4-7-5-11-5s-7 1-11 5z", fill: hair })),
  ];
  const mouths = ["M15 27q5 4 10 0", "M16 28h8", "M15 27q5 6 10 0z", "M16 28q4 2 8-1"];
  return s("svg.face", { viewBox: "0 0 40 40", "aria-hidden": "true" },
    s("circle", { cx: 20, cy: 20, r: 20, fill: GROUNDS[rank % GROUNDS.length] }),
    s("path", { d: "M6 40c1-8 7-10 14-10s13 2 14 10z", fill: hair, opacity: 0.55 }),
    s("ellipse", { cx: 20, cy: 21, rx: 10.5, ry: 12, fill: pick(SKINS, 1) }),
    styles[(rank + place * 3) % styles.length],
    s("circle", { cx: 15.8, cy: 21, r: 1.5, fill: "#1d1a19" }), s("circle", { cx: 24.2, cy: 21, r: 1.5, fill: "#1d1a19" }),
    rank > 2 ? s("path", { d: "M11.5 21a4 4 0 1 0 8 0 4 4 0 1 0-8 0M20.5 21a4 4 0 1 0 8 0 4 4 0 1 0-8 0", fill: "none", stroke: "#1d1a19", "stroke-width": 0.9 }) : null,
    s("path", { d: mouths[(place + rank) % mouths.length], fill: "none", stroke: "#6d2b22", "stroke-width": 1.5, "stroke-linecap": "round" }));
}
