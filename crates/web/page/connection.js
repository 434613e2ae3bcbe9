// Whether the server answers: without it the page works with what this browser has kept, and says so.

import { h } from "./dom.js";

/** The header by which the service worker marks a copy. */
const MARK = "x-ludarium-kept";
/** Lessons are fetched ahead when the first view has been looked at for so long. */
const LATER = 4000;

let bar = null;

/** Tells what became of a request: the server has answered, or it has not. @param {Response | null} answer */
export function heard(answer) {
  const cut = answer === null || answer.headers.has(MARK);
  if (!cut) return bar?.remove();
  bar ??= h("p.offline-bar", { role: "status" }, "The server does not answer. Rules and the games kept here still work: ", h("a", { href: "/offline" }, "what you can do now"), ".");
  if (!bar.isConnected) document.getElementById("header").after(bar);
  return undefined;
}

/** Lets this browser keep the page, and a little later the rules of all games. */
export async function prepareForLater() {
  // Browsers offer this on encrypted connections and on this machine only.
  if (!navigator.serviceWorker) return;
  await navigator.serviceWorker.register("/sw.js").catch(() => {});
  await navigator.serviceWorker.ready;
  setTimeout(keepLessons, LATER);
}

async function keepLessons() {
  const games = await fetch("/api/home").then((answer) => answer.json(), () => []);
  for (const { name } of games) {
    for (const address of [`/api/learn/${name}`, `/api/games/${name}/agents`]) await fetch(address).catch(() => {});
  }
}

/** The addresses of the games that this browser has kept, newest first: `/api/tables/ID`, `/api/runs/RUN/games/N`. */
export async function keptGames() {
  if (!globalThis.caches) return [];
  const names = (await caches.keys()).filter((name) => name.startsWith("ludarium kept "));
  const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const paths = lists.flat().map((request) => new URL(request.url).pathname);
  return paths.filter((path) => /^\/api\/(tables\/[^/]+|runs\/[^/]+\/games\/\d+)$/.test(path)).reverse();
}
