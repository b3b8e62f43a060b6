// Random playouts in a headless boardgame.io client. Reads lines {"game": ..., "seconds": ...} and answers each with a
// line {"playouts": per second of CPU time, "decisions": per playout}; ends with its input.
//   npm ci && echo '{"game": "tic_tac_toe", "seconds": 1}' | node bench.mjs
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

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
const ticTacToe = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, playerID }, id) => {
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

const [COLUMNS, ROWS] = [7, 6];

// How many discs of the same player follow from a disc in one direction and in the opposite one.
function run(columns, column, row, [dx, dy]) {
  const player = columns[column][row];
  let length = 0;
  for (const sign of [1, -1]) {
    let [x, y] = [column + sign * dx, row + sign * dy];
    while (columns[x]?.[y] === player) {
      length += 1;
      [x, y] = [x + sign * dx, y + sign * dy];
    }
  }
  return length;
}

// A column is the list of its discs, so only the disc on top has to be looked at.
const connectFour = {
  setup: () => ({ columns: Array.from({ length: COLUMNS }, () => []), last: null }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, playerID }, column) => {
      if (G.columns[column].length === ROWS) return INVALID_MOVE;
      G.columns[column].push(playerID);
      G.last = column;
    },
  },
  endIf: ({ G, ctx }) => {
    if (G.last === null) return;
    const row = G.columns[G.last].length - 1;
    const directions = [[1, 0], [0, 1], [1, 1], [1, -1]];
    if (directions.some((d) => run(G.columns, G.last, row, d) >= 3)) return { winner: ctx.currentPlayer };
    if (G.columns.every((column) => column.length === ROWS)) return { draw: true };
  },
};

const GAMES = {
  tic_tac_toe: { game: ticTacToe, legal: (G) => [...G.cells.keys()].filter((id) => G.cells[id] === null) },
  connect_four: { game: connectFour, legal: (G) => [...G.columns.keys()].filter((x) => G.columns[x].length < ROWS) },
};

const clients = {};

function clientOf(name) {
  if (!(name in clients)) {
    clients[name] = Client({ game: GAMES[name].game, numPlayers: 2, debug: false });
    clients[name].start();
  }
  return clients[name];
}

function playout(client, legal) {
  let decisions = 0;
  client.reset();
  for (let state = client.getState(); !state.ctx.gameover; state = client.getState()) {
    const moves = legal(state.G);
    client.moves.play(moves[Math.floor(Math.random() * moves.length)]);
    decisions += 1;
  }
  return decisions;
}

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

function playFor(seconds, name) {
  const client = clientOf(name);
  const start = cpu();
  let playouts = 0, decisions = 0;
  do {
    decisions += playout(client, GAMES[name].legal);
    playouts += 1;
  } while (cpu() - start < seconds);
  return { playouts: playouts / (cpu() - start), decisions: decisions / playouts };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { game, seconds } = JSON.parse(line);
  console.log(JSON.stringify(playFor(seconds, game)));
}
for (const client of Object.values(clients)) client.stop();
