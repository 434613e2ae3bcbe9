// Asking the server. Every failure becomes an Error with a sentence for people.

import { heard } from "./connection.js";

/** What the server refused, with its hint. */
class Refusal extends Error {
  constructor(status, body) {
    super(body?.error ?? `The server answered with status ${status}.`);
    this.status = status;
    this.hint = body?.hint;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 */
async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    heard(null);
    throw new Error("The server does not answer.");
  }
  heard(answer);
  const body = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refusal(answer.status, body);
  return body;
}

/** @param {string} path @param {AbortSignal} [signal] */
export function get(path, signal) {
  return ask(path, { signal });
}

/** @param {string} path @param {any} body @param {AbortSignal} [signal] */
export function post(path, body, signal) {
  const headers = { "content-type": "application/json" };
  return ask(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

/** @param {string} path */
export function remove(path) {
  return ask(path, { method: "DELETE" });
}

const kept = new Map();

/** Like `get`, for what never changes while the server runs. */
export function getOnce(path) {
  if (!kept.has(path)) {
    const answer = get(path);
    kept.set(path, answer);
    answer.catch(() => kept.delete(path));
  }
  return kept.get(path);
}

/** The path with its parts encoded: `path`/api/games/${name}/agents``. */
export function path(parts, ...values) {
  return parts.reduce((all, part, k) => all + encodeURIComponent(values[k - 1]) + part);
}
