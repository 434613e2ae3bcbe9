// Where a game comes from: a table that is being played, or the record of a run.

import { get, path } from "../api.js";
import { Socket } from "../socket.js";

/**
 * @typedef {object} Source
 * @property {string} base path of the game below /api
 * @property {(handler: (message: any) => void, state: (state: string) => void) => void} open
 * @property {(command: any) => boolean} send
 * @property {() => void} close
 * @property {boolean} live
 */

/** @param {string} id @param {string | null} key @returns {Source} */
export function tableSource(id, key) {
  const base = path`/api/tables/${id}`;
  const query = key ? path`?key=${key}` : "";
  let socket;
  return {
    base,
    live: true,
    open(handler, state) {
      socket = new Socket(`${base}/live${query}`, { message: handler, state });
    },
    send: (command) => socket?.send(command) ?? false,
    close: () => socket?.close(),
  };
}

/** @param {string} run @param {number} number @returns {Source} */
export function recordSource(run, number) {
  const base = path`/api/runs/${run}/games/${number}`;
  const stop = new AbortController();
  return {
    base,
    live: false,
    open(handler, state) {
      get(base, stop.signal).then(
        (snapshot) => handler({ ...snapshot, type: "snapshot" }),
        (error) => error.name === "AbortError" || state(error.message));
    },
    send: () => false,
    close: () => stop.abort(),
  };
}
