// What this browser remembers: the reader's settings and the keys of its seats.

const SETTINGS = "ludarium.settings";
/** Where earlier versions kept them. */
const EARLIER = "ludarium.wishes";
const TABLE = "ludarium.table.";
const NAME = "ludarium.name";

/** Where nothing is chosen, names on the rim of a board are shown and names inside its cells are not. */
const DEFAULTS = { theme: "system", coordinates: null, pace: "normal", notation: false, sound: true };

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

function write(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

const settings = { ...DEFAULTS, ...(read(SETTINGS) ?? read(EARLIER)) };
const listeners = new Set();

/** @param {"theme" | "coordinates" | "pace" | "notation" | "sound"} name */
export function setting(name) {
  return settings[name];
}

/** Changes a setting and tells everybody who listens. */
export function changeSetting(name, value) {
  settings[name] = value;
  write(SETTINGS, settings);
  for (const listener of listeners) listener(name);
}

/** Calls `listener` with the name of each setting that changes, until `signal` says stop. */
export function onSetting(listener, signal) {
  listeners.add(listener);
  signal?.addEventListener("abort", () => listeners.delete(listener));
}

/** What was kept about a table: its keys, invitations and how it was ordered. */
export function tableNotes(id) {
  return read(TABLE + id) ?? {};
}

/** What the reader is called in tables of scores. */
export function playerName() {
  return read(NAME) ?? "";
}

/** Remembers what the reader is called. @param {string} name */
export function keepPlayerName(name) {
  write(NAME, name);
}

/** The tables at which this browser has played or watched its own games. */
export function keptTables() {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(TABLE)).map((name) => name.slice(TABLE.length));
  } catch {
    return [];
  }
}

/** Adds to what is kept about a table. */
export function keepTableNotes(id, notes) {
  write(TABLE + id, { ...tableNotes(id), ...notes });
}

const PACES = { off: 0, fast: 0.4, normal: 1, slow: 2.2 };

/** How long animations take, as a factor; 0 where the reader wants none. */
export function pace() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return PACES[settings.pace] ?? 1;
}
