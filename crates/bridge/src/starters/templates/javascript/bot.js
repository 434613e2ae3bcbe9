// A bot for Ludarium: one JSON message a line comes in, one answer a line goes out.
const { Board } = require("./board.js");
let dice = 1;

// Your thinking goes here. board.js says what you know: your moves, the pieces, the facts of the game, the map.
function choose(board) {
  dice ^= dice << 13;
  dice ^= dice >>> 17;
  dice ^= dice << 5;
  return board.legal[(dice >>> 0) % board.legal.length];
}

const answers = {
  hello: () => ({ type: "hello", name: "my-javascript-bot", games: null }), // knows few games? games: ["@GAME@"]
  new_game: (ask) => {
    dice = (ask.seed % 0x7fffffff) | 1;
    return { type: "ready" };
  },
  turn: (ask) => ({ type: "move", move: choose(new Board(ask)).text }),
  ping: () => ({ type: "pong" }),
  quit: () => process.exit(0),
};

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const ask = JSON.parse(line);
  const answer = answers[ask.type]; // there may be messages that you need not know
  if (answer) console.log(JSON.stringify({ id: ask.id, ...answer(ask) }));
});
