// A bot that looks two plies ahead. It knows no rules: Ludarium says what follows from moves, by `after`.
const lines = require("readline").createInterface({ input: process.stdin })[Symbol.asyncIterator]();

class OutOfTime extends Error {}

async function hear() {
  const { value, done } = await lines.next();
  return done ? { type: "quit" } : JSON.parse(value);
}

// Where a line of moves and outcomes of chance leads, from the position of this turn on.
async function after(turn, line) {
  if (performance.now() > turn.deadline) throw new OutOfTime();
  console.log(JSON.stringify({ type: "after", id: turn.id, moves: line, board: true }));
  for (;;) {
    const answer = await hear();
    if (answer.type === "after") return answer;
    if (answer.type === "quit") process.exit(0);
  }
}

// What each seat may hope for: its share of all pieces. Your own judgement goes here.
function worth(here, players) {
  const count = new Array(players).fill(1e-6);
  for (const { piece, seat } of here.board) {
    const [word, number] = piece.split(" ");
    if (seat !== undefined) count[seat] += word === "dice" ? Number(number) : 1;
  }
  const all = count.reduce((sum, own) => sum + own);
  return count.map((own) => own / all);
}

// What each seat gets in the end if everybody plays for the best after this line.
async function value(turn, line, depth, players) {
  const here = await after(turn, line);
  if (here.turn === "over") return here.scores;
  if (here.turn === "chance" && here.chance) {
    const total = new Array(players).fill(0);
    for (const { event, p } of here.chance) {
      const values = await value(turn, [...line, event], depth, players);
      values.forEach((one, seat) => (total[seat] += p * one));
    }
    return total;
  }
  if (depth === 0 || here.turn === "chance") return worth(here, players);
  let best = null;
  for (const move of here.legal) {
    const values = await value(turn, [...line, move], depth - 1, players);
    if (best === null || values[here.turn] > best[here.turn]) best = values;
  }
  return best;
}

// The best move: first by one ply, then as many of the best as time allows by two.
async function choose(turn, players) {
  const known = new Map();
  const rank = (move) => known.get(move) ?? 0;
  try {
    for (const depth of [0, 1]) {
      for (const move of [...turn.legal].sort((a, b) => rank(b) - rank(a))) {
        // A worth is at most 1, so moves that were looked at more deeply come before the others.
        const values = await value(turn, [move], depth, players);
        known.set(move, depth + values[turn.seat]);
      }
    }
  } catch (problem) {
    if (!(problem instanceof OutOfTime)) throw problem;
  }
  return [...known.keys()].sort((a, b) => rank(b) - rank(a))[0] ?? turn.legal[0];
}

let players = 2;
const answers = {
  hello: () => ({ type: "hello", name: "my-javascript-search", games: null }),
  new_game: (ask) => {
    players = ask.players;
    return { type: "ready" };
  },
  turn: async (ask) => {
    const clock = ask.clock ?? {};
    const time = clock.move_ms ?? (clock.bank_ms ?? 20000) / 20;
    ask.deadline = performance.now() + Math.min(1000, time / 2);
    return { type: "move", move: await choose(ask, players) };
  },
  ping: () => ({ type: "pong" }),
};

(async () => {
  for (let ask = await hear(); ask.type !== "quit"; ask = await hear()) {
    const answer = answers[ask.type]; // there may be messages that you need not know
    if (answer) console.log(JSON.stringify({ id: ask.id, ...(await answer(ask)) }));
  }
  process.exit(0);
})();
