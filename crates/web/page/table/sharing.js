// What people show to others: a link, a picture, a film, a file, and a game inside of another page.

import { button, h } from "../dom.js";
import { copy } from "./again.js";

/**
 * Buttons for sharing a game.
 * @param {string} base path of the game below /api
 * @param {{game: string, result: any}} snapshot
 * @param {{count?: number}} [view] the position on the board
 */
export function sharing(base, snapshot, view) {
  const place = base.replace("/api/tables/", "/game/").replace("/api/runs/", "/runs/").replace("/games/", "/");
  const file = (what, kind, text, title) => h("a.button", { href: `${base}/${what}`, download: `${snapshot.game}.${kind}`, "data-plain": true, title }, text);
  return [
    button("Copy link", () => copy(`${location.origin}${place}`), { title: "Everybody with this link can watch, but not play" }),
    file(`picture?step=${view?.count ?? ""}`, "png", "Picture", "This position as PNG"),
    file("film", "gif", "GIF", "The game as a film"),
    file("file", "html", "Download to share", "The game as one file that needs no server"),
    snapshot.result ? button("Copy code to embed", () => copy(frame(place)), { title: "For a page of your own" }) : null,
  ];
}

/** The frame for another page. It may run its own script and nothing else. */
function frame(place) {
  const address = `${location.origin}${place.replace(/^\/(game|runs)\//, "/embed/")}`;
  return `<iframe src="${address}" sandbox="allow-scripts" width="720" height="640" style="border: 0" title="A game on Ludarium"></iframe>`;
}
