// Answers while there is no connection: the page itself, lessons, and the games that were looked at here.

const CACHE = "ludarium-1";
/** Answers that are kept at most. */
const MOST = 400;
const SHELL = ["/", "/assets/", "/assets/favicon.svg", "/assets/manifest.webmanifest", "/api/look", "/api/home", "/api/games"];
/** What is kept when it is asked for: lessons, agents, and games that are over. */
const KEPT = /^\/api\/(look|home|games(\/[^/]+\/agents)?|learn\/[^/]+|reports|runs(\/.*)?|tables\/[^/]+(\/steps|\/review)?)$/;
const STEP = /^(\/api\/.+\/steps)\/(\d+)$/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match("/", { ignoreVary: true })));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (STEP.test(url.pathname)) event.respondWith(fetch(request).catch(() => step(url.pathname)));
  else if (KEPT.test(url.pathname)) event.respondWith(fresh(request));
});

/** Files with a version never change. */
async function asset(request) {
  const known = await caches.match(request, { ignoreVary: true });
  if (known && request.url.includes("?v=")) return known;
  return fetch(request).then((answer) => keep(request, answer), () => known ?? Response.error());
}

async function fresh(request) {
  try {
    return await keep(request, await fetch(request));
  } catch {
    return (await caches.match(request, { ignoreSearch: true, ignoreVary: true })) ?? Response.error();
  }
}

async function keep(request, answer) {
  if (answer.ok) {
    const cache = await caches.open(CACHE);
    await cache.put(request, answer.clone());
    const kept = await cache.keys();
    // What was kept first goes first, but for the page itself.
    if (kept.length > MOST) await cache.delete(kept[SHELL.length + 1]);
  }
  return answer;
}

/** One view of a game that was kept as a whole. */
async function step(path) {
  const [, base, count] = STEP.exec(path);
  const whole = await caches.match(base, { ignoreVary: true });
  if (!whole) return Response.error();
  const views = await whole.json();
  return Response.json(views[Math.min(Number(count), views.length - 1)]);
}
