// Words for people who listen instead of look, and short notices for everybody.

const log = () => document.getElementById("announcer");
const notice = () => document.getElementById("notice");
let hide = 0;
let stays = false;

/** Lets a screen reader say a sentence. */
export function announce(text) {
  const line = document.createElement("p");
  line.textContent = text;
  log().append(line);
  while (log().childElementCount > 20) log().firstElementChild.remove();
}

/**
 * Shows a sentence at the bottom of the window.
 * @param {string} text
 * @param {{lasting?: boolean, tone?: "plain" | "bad"}} [options] a lasting notice stays until the next one
 */
export function notify(text, { lasting = false, tone = "plain" } = {}) {
  const box = notice();
  clearTimeout(hide);
  stays = lasting;
  box.textContent = text;
  box.dataset.tone = tone;
  box.hidden = false;
  if (!lasting) hide = setTimeout(() => clearNotice(), 4500);
}

/** Takes a notice away that would go by itself: the reader has done something else. */
export function dismissNotice() {
  if (!stays) clearNotice();
}

/** Takes the notice away. */
export function clearNotice() {
  stays = false;
  notice().hidden = true;
  notice().textContent = "";
}

/** Shows what went wrong, with the server's hint. */
export function complain(error) {
  if (error?.name === "AbortError") return;
  notify([error.message, error.hint].filter(Boolean).join(" "), { tone: "bad" });
}
