// The frame of the page: header, routes, theme.

import { clearNotice } from "./announce.js";
import { button, h, refill } from "./dom.js";
import { applyTheme, loadLook, themeNow } from "./look.js";
import { toggleKeys } from "./keys.js";
import { changeSetting, onSetting } from "./settings.js";
import { prepareForLater } from "./connection.js";
import { home } from "./home.js";

/**
 * Each route: its path, the view that shows it, and the entry of the header it belongs to.
 * @typedef {{signal: AbortSignal, go: (path: string) => void, query: URLSearchParams}} Page
 */
const ROUTES = [
  [/^\/$/, "home", "/"],
  [/^\/new$/, "setup", "/new"],
  [/^\/game\/([^/]+)$/, "game", ""],
  [/^\/analyse$/, "analyse", "/analyse"],
  [/^\/runs$/, "runs", "/runs"],
  [/^\/runs\/([^/]+)$/, "run", "/runs"],
  [/^\/runs\/([^/]+)\/(\d+)$/, "recordedGame", "/runs"],
  [/^\/reports$/, "reports", "/reports"],
  [/^\/offline$/, "offline", ""],
  [/^\/learn$/, "learn", "/learn"],
  [/^\/learn\/([^/]+)$/, "learnGame", "/learn"],
  [/^\/learn\/([^/]+)\/([^/]+)$/, "learnAgent", "/learn"],
];

const LINKS = [
  ["/", "Play"], ["/new", "Set up"], ["/analyse", "Analyse"],
  ["/runs", "Runs"], ["/reports", "Reports"], ["/learn", "Learn"],
];

const main = document.getElementById("main");
let leave = new AbortController();

function header() {
  const links = LINKS.map(([path, text]) => h("a", { href: path }, text));
  const theme = button("", () => changeSetting("theme", themeNow() === "dark" ? "light" : "dark"), { class: "icon theme-switch" });
  const label = () => {
    const next = themeNow() === "dark" ? "light" : "dark";
    theme.textContent = next === "dark" ? "☾" : "☀";
    theme.setAttribute("aria-label", `Switch to the ${next} theme`);
    theme.title = `Switch to the ${next} theme`;
  };
  const changed = () => {
    applyTheme();
    label();
  };
  onSetting((name) => name === "theme" && changed());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
  label();
  const mark = h("img", { src: "/assets/favicon.svg", alt: "", width: "28", height: "28" });
  refill(document.getElementById("header"),
    h("a.brand", { href: "/" }, mark, h("span", {}, "Ludarium")),
    h("nav", { "aria-label": "Main" }, links), theme);
}

function routeOf(address) {
  return ROUTES.map(([pattern, view, entry]) => ({ match: pattern.exec(address), view, entry })).find(({ match }) => match);
}

/** Shows the page of the address; `focus` moves the reader to its beginning. */
async function show(focus) {
  leave.abort();
  leave = new AbortController();
  const { signal } = leave;
  clearNotice();
  const found = routeOf(location.pathname);
  for (const link of document.querySelectorAll("#header nav a")) {
    if (found && link.getAttribute("href") === found.entry) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = "Ludarium";
  const page = { signal, go, query: new URLSearchParams(location.search) };
  try {
    const parts = (found?.match ?? []).slice(1).map(decodeURIComponent);
    const view = found && await viewOf(found.view);
    const content = view ? await view(page, ...parts) : missing();
    if (signal.aborted) return;
    refill(main, content);
  } catch (error) {
    if (signal.aborted) return;
    refill(main, problem(error));
  }
  if (focus) {
    main.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
}

/** Only the first view is there from the beginning. @param {string} name */
async function viewOf(name) {
  if (name === "home") return home;
  const { VIEWS } = await import("/assets/later.js");
  return VIEWS[name];
}

function missing() {
  return h("div.text", {}, h("h1", {}, "Nothing here"), h("p", {}, "This address leads nowhere. ", h("a", { href: "/" }, "Go to the games.")));
}

function problem(error) {
  return h("div.text", {}, h("h1", {}, "That did not work"), h("p", {}, error.message), error.hint ? h("p", {}, error.hint) : null,
    h("p", {}, button("Try again", () => show(false)), " ", h("a", { href: "/" }, "Go to the games")));
}

/** Goes to another address of the page without loading it anew. */
function go(path) {
  history.pushState(null, "", path);
  show(true);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.target || "plain" in link.dataset || link.getAttribute("href").startsWith("#")) return;
  event.preventDefault();
  go(link.pathname + link.search);
});
addEventListener("popstate", () => show(false));
addEventListener("keydown", (event) => {
  if (event.key === "?" && !event.target.closest?.("input, select, textarea")) toggleKeys();
});

async function begin() {
  // A newer server has sent a newer page beside this one.
  if (globalThis.ludarium) {
    location.reload();
    return;
  }
  globalThis.ludarium = true;
  viewOf(routeOf(location.pathname)?.view ?? "home").catch(() => {});
  applyTheme();
  header();
  try {
    await loadLook();
  } catch (error) {
    refill(main, problem(error));
    return;
  }
  applyTheme();
  await show(false);
  prepareForLater();
}

begin();
