// Answers while there is no connection: the page itself, lessons, and the games that were looked at here.

/** The page; the server writes the names of its files here, so every version of the page has a worker of its own. */
const SHELL = ["/", "FILES", "/assets/favicon.svg", "/assets/manifest.webmanifest", "/assets/icon-192.png", "/api/look", "/api/home", "/api/games"];
const PAGE = `ludarium page ${SHELL.join(" ")}`;
/** Lessons and games. Another version of the server may write them otherwise. */
const KEPT = "ludarium kept VERSION";
/** Games that are kept at most, each with its views and its review; those looked at longest ago go first. */
const MOST_GAMES = 60;
/** Tells the page that an answer is a copy. */
const MARK = "x-ludarium-kept";

const LESSON = /^\/api\/(learn\/[^/]+|games\/[^/]+\/agents)$/;
const GAME = /^\/api\/(tables\/[^/]+|runs\/[^/]+\/games\/\d+)(\/steps|\/review)?$/;
const STEP = /^(\/api\/.+\/steps)\/(\d+)$/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(PAGE).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("ludarium ") && name !== PAGE && name !== KEPT;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  const { pathname } = url;
  if (request.mode === "navigate" && !pathname.startsWith("/api/") && !pathname.startsWith("/embed/")) event.respondWith(fetch(request).catch(() => copy(PAGE, "/")));
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (SHELL.includes(pathname)) event.respondWith(fresh(event, PAGE, pathname));
  else if (LESSON.test(pathname)) event.respondWith(fresh(event, KEPT, pathname + url.search));
  // The key of a seat stands in the query: a copy is found without it.
  else if (GAME.test(pathname)) event.respondWith(fresh(event, KEPT, pathname));
  else if (STEP.test(pathname)) event.respondWith(fetch(request).catch(() => step(pathname)));
});

/** Files with a version never change. */
async function asset(request) {
  const known = await caches.match(request, { cacheName: PAGE, ignoreVary: true });
  if (known && request.url.includes("?v=")) return known;
  return fetch(request).catch(() => known ?? Response.error());
}

/** The server's answer, which is kept; without one, the copy. */
async function fresh(event, name, key) {
  let answer;
  try {
    answer = await fetch(event.request);
  } catch {
    return copy(name, key);
  }
  if (answer.ok) event.waitUntil((GAME.test(key) ? keepGame : keep)(name, key, answer.clone()));
  return answer;
}

async function keep(name, key, answer) {
  const cache = await caches.open(name);
  await cache.put(key, answer);
}

/** Only games that are over are kept: the others go on without this browser. */
async function keepGame(name, key, answer) {
  const over = key !== gameOf(key) || Boolean((await answer.clone().json()).result);
  const cache = await caches.open(name);
  if (over) await cache.put(key, answer);
  const paths = (await cache.keys()).map((request) => new URL(request.url).pathname).filter((path) => GAME.test(path));
  const games = [...new Set(paths.map(gameOf))];
  const old = over ? games.slice(0, Math.max(games.length - MOST_GAMES, 0)) : [key];
  await Promise.all(paths.filter((path) => old.includes(gameOf(path))).map((path) => cache.delete(path, { ignoreVary: true })));
}

/** `/api/tables/ID` of any of its addresses. */
function gameOf(path) {
  return path.replace(/\/(steps|review)$/, "");
}

async function copy(name, key) {
  const kept = await caches.match(key, { cacheName: name, ignoreVary: true });
  if (!kept) return Response.error();
  const headers = new Headers(kept.headers);
  headers.set(MARK, "yes");
  // The body is stored as it is read, not as it was sent.
  headers.delete("content-encoding");
  headers.delete("content-length");
  return new Response(kept.body, { headers });
}

/** One view of a game that was kept as a whole. */
async function step(path) {
  const [, base, count] = STEP.exec(path);
  const whole = await copy(KEPT, base);
  if (!whole.ok) return whole;
  const views = await whole.json();
  return Response.json(views[Math.min(Number(count), views.length - 1)], { headers: { [MARK]: "yes" } });
}
