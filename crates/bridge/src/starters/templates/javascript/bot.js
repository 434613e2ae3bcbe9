// A bot for Ludarium: one JSON message a line comes in, one answer a line goes out.
let dice = 1;

// Your thinking goes here. turn.legal lists your moves, turn.state and turn.board are the position,
// turn.clock is your time; the message new_game said which game it is.
function choose(turn) {
  dice ^= dice << 13;
  dice ^= dice >>> 17;
  dice ^= dice << 5;
  return turn.legal[(dice >>> 0) % turn.legal.length];
}

const answers = {
  hello: () => ({ type: "hello", name: "my-javascript-bot" }),
  new_game: (ask) => {
    dice = (ask.seed % 0x7fffffff) | 1;
    return { type: "ready" };
  },
  turn: (ask) => ({ type: "move", move: choose(ask) }),
  ping: () => ({ type: "pong" }),
  quit: () => process.exit(0),
};

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const ask = JSON.parse(line);
  const answer = answers[ask.type]; // there may be messages that you need not know
  if (answer) console.log(JSON.stringify({ id: ask.id, ...answer(ask) }));
});
