// New games from old ones, and links for the other people at a table.

import { post } from "../api.js";
import { keepTableNotes, playerName, tableNotes } from "../settings.js";
import { button, h } from "../dom.js";
import { notify } from "../announce.js";

/**
 * Makes a table and goes there.
 * @param {any} order what the server is asked for
 * @param {{mine?: number[], go: (path: string) => void}} options `mine`: the seats played at this screen
 */
export async function makeTable(order, { mine, go }) {
  const named = withName(order, mine);
  enterTable(await post("/api/tables", named), { order: named, mine, go });
}

/** The order with the reader's name, where it is known, on the first seat played here. */
function withName(order, mine) {
  const seat = mine?.[0] ?? order.seats.findIndex(({ kind }) => kind === "human");
  const name = playerName();
  if (!name || order.seats[seat]?.kind !== "human" || order.seats[seat].name) return order;
  return { ...order, seats: order.seats.with(seat, { ...order.seats[seat], name }) };
}

/** Keeps the keys of a table that was made, and goes there. @param {{id: string, keys: (string | null)[]}} made */
export function enterTable(made, { order, mine, go }) {
  const human = made.keys.map((key, seat) => (key ? seat : -1)).filter((seat) => seat >= 0);
  const here = mine ?? human.slice(0, 1);
  const key = here.map((seat) => made.keys[seat]).filter(Boolean).join(",");
  const invitations = human.filter((seat) => !here.includes(seat)).map((seat) => ({ seat, key: made.keys[seat] }));
  keepTableNotes(made.id, { key, order, mine: here, invitations });
  go(`/game/${made.id}${key ? `?key=${key}` : ""}`);
}

/** The order that makes a game like this one, with the same luck if `sameSeed`. */
export function orderAgain(snapshot, sameSeed) {
  const kept = tableNotes(snapshot.id).order;
  const seats = snapshot.seats.map((seat) => (seat.kind === "agent"
    ? { kind: "agent", agent: seat.agent, ...(seat.budget ? { budget: seat.budget } : {}) }
    : { kind: "human" }));
  const clock = snapshot.clock === "none" ? {} : { clock: snapshot.clock };
  const order = { ...(kept ?? { game: snapshot.game, variant: snapshot.variant, seats, ...clock }) };
  delete order.seed;
  if (sameSeed) order.seed = snapshot.seed;
  return order;
}

/** A panel with a link for each seat that somebody else is to play; null where there is none. */
export function invitations(snapshot) {
  const open = tableNotes(snapshot.id).invitations ?? [];
  const watch = `${location.origin}/game/${snapshot.id}`;
  if (open.length === 0) return null;
  return h("section.panel.invitations", { "aria-label": "Invitations" },
    h("h2", {}, "Invite"),
    h("p", {}, "The person who opens a link plays that seat."),
    open.map(({ seat, key }) => linkRow(snapshot.seats[seat].name, `${watch}?key=${key}`)),
    linkRow("Spectators", watch));
}

function linkRow(name, link) {
  return h("div.link-row", {}, h("span", {}, name),
    h("input", { type: "text", readonly: true, value: link, "aria-label": `Link for ${name}`, on: { focus: (event) => event.target.select() } }),
    button("Copy", () => copy(link), { "aria-label": `Copy the link for ${name}` }));
}

/** Puts a text on the clipboard and says so. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    notify("Copied.");
  } catch {
    notify("This browser does not let the page copy. Select the text and copy it yourself.", { tone: "bad" });
  }
}
