// Where a game comes from: a table that is being played, or the record of a run.

import { get, path } from "../api.js";
import { Socket } from "../socket.js";

/**
 * @typedef {object} Source
 * @property {string} base path of the game below /api
 * @property {string} address the same with the key of the seat, if there is one
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
  /** A connection that never was may mean that there is no such table. */
  const giveUpIfUnknown = (state, handler) => get(base + query).then((snapshot) => {
    // Without a connection this browser may have kept a game that is over.
    if (!snapshot.result) return state("lost");
    handler({ ...snapshot, type: "snapshot" });
    return state("kept");
  }, (error) => {
    if (!error.status) return state("lost");
    socket.close();
    return state(error.message);
  });
  return {
    base,
    address: base + query,
    live: true,
    open(handler, state) {
      let known = false;
      let asked = false;
      const changed = (now) => {
        if (now === "open") known = true;
        if (known || now !== "lost") return state(now);
        // One answer is enough, however often the connection is tried.
        if (!asked) giveUpIfUnknown(state, handler);
        asked = true;
        return undefined;
      };
      socket = new Socket(`${base}/live${query}`, { message: handler, state: changed });
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
    address: base,
    live: false,
    open(handler, state) {
      get(base, stop.signal).then(
        (snapshot) => handler({ ...snapshot, type: "snapshot" }),
        (error) => error.name === "AbortError" || state(error.status ? error.message : "lost"));
    },
    send: () => false,
    close: () => stop.abort(),
  };
}
