// Random playouts of tic-tac-toe in a headless boardgame.io client; prints figures as JSON.
//   npm ci && node bench.mjs [--seconds 2] [--repeats 3]
// The keys are those of `Figures` in benchmarks/baselines/playouts.py.
import { createRequire } from "node:module";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";

process.env.NODE_ENV ??= "production"; // before loading: the library checks less in production
const require = createRequire(import.meta.url);
const { Client } = require("boardgame.io/client");
const { INVALID_MOVE } = require("boardgame.io/core");

const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8],
  [0, 3, 6], [1, 4, 7], [2, 5, 8],
  [0, 4, 8], [2, 4, 6],
];

// The game of the library's own tutorial.
const TicTacToe = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    const won = LINES.some((line) => {
      const marks = line.map((i) => G.cells[i]);
      return marks.every((mark) => mark !== null && mark === marks[0]);
    });
    if (won) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

function playout(client) {
  let decisions = 0;
  client.reset();
  for (let state = client.getState(); !state.ctx.gameover; state = client.getState()) {
    const free = [];
    state.G.cells.forEach((cell, id) => cell === null && free.push(id));
    client.moves.clickCell(free[Math.floor(Math.random() * free.length)]);
    decisions += 1;
  }
  return decisions;
}

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

function playFor(seconds, client) {
  const start = cpu();
  const wall = performance.now();
  let playouts = 0, decisions = 0;
  while (cpu() - start < seconds) {
    decisions += playout(client);
    playouts += 1;
  }
  return { playouts, decisions, cpu: cpu() - start, wall: (performance.now() - wall) / 1000 };
}

const round = (value, digits = 1) => Number(value.toFixed(digits));
const sum = (values) => values.reduce((a, b) => a + b, 0);
const sorted = (values) => values.map((value) => round(value)).sort((a, b) => a - b);
const median = (values) => {
  const middle = values.length / 2;
  return round((values[Math.ceil(middle) - 1] + values[Math.floor(middle)]) / 2);
};

const { values: wanted } = parseArgs({
  options: { seconds: { type: "string", default: "2" }, repeats: { type: "string", default: "3" } },
});
const seconds = Number(wanted.seconds);
const client = Client({ game: TicTacToe, numPlayers: 2, debug: false });
client.start();
playFor(seconds / 4, client); // warm-up
const runs = Array.from({ length: Number(wanted.repeats) }, () => playFor(seconds, client));
const playouts = sorted(runs.map((run) => run.playouts / run.cpu));

console.log(JSON.stringify([{
  system: "boardgame.io client",
  game: "tic_tac_toe",
  playouts_per_second: median(playouts),
  decisions_per_second: median(sorted(runs.map((run) => run.decisions / run.cpu))),
  decisions_per_playout: round(sum(runs.map((run) => run.decisions)) / sum(runs.map((run) => run.playouts)), 2),
  chance_per_second: 0,
  repeats: playouts,
  cpu_per_wall: round(sum(runs.map((run) => run.cpu)) / sum(runs.map((run) => run.wall)), 2),
  load: round(loadavg()[0], 2),
}], null, 2));
client.stop();
