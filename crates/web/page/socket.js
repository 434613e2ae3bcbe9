// A connection that comes back after a loss, with growing pauses between attempts.

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;

/**
 * @typedef {object} Listener
 * @property {(message: any) => void} message
 * @property {(state: "open" | "lost") => void} [state]
 */

/** A WebSocket to a path of this server; it lives until `close`. */
export class Socket {
  /** @param {string} path @param {Listener} listener */
  constructor(path, listener) {
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    this.listener = listener;
    this.attempts = 0;
    this.closed = false;
    this.wake = () => this.retryNow();
    addEventListener("online", this.wake);
    this.connect();
  }

  connect() {
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.attempts = 0;
      this.listener.state?.("open");
    };
    socket.onmessage = (event) => this.listener.message(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.closed) return;
      this.listener.state?.("lost");
      const pause = Math.min(FIRST_PAUSE * 2 ** this.attempts, LONGEST_PAUSE);
      this.attempts += 1;
      // Pages that lost the same server should not all come back in the same moment.
      this.timer = setTimeout(() => this.connect(), pause * (0.75 + Math.random() / 2));
    };
  }

  retryNow() {
    if (this.closed || this.socket.readyState < WebSocket.CLOSING) return;
    clearTimeout(this.timer);
    this.connect();
  }

  /** Sends a command; says whether there was a connection to send it on. */
  send(command) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(command));
    return true;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.wake);
    this.socket.close();
  }
}
