// What the board helper of the JavaScript starter makes of turns, as check.c writes it.
const { Board } = require("./board.js");

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const board = new Board(JSON.parse(line.slice("turn ".length)));
  let out = `seat ${board.seat};`;
  for (const move of board.legal) {
    const takes = board.takes(move) ? " takes" : "";
    out += ` ${move.text}=${move.from ?? ""}|${move.to ?? ""}|${move.how}${takes};`;
  }
  for (const [number, area] of board.areas) {
    out += ` area ${number}: ${area.seat} ${area.dice}${area.neighbours.map((one) => ` ~${one}`).join("")};`;
  }
  console.log(`${out} ply ${board.facts.ply ?? 0}`);
});
