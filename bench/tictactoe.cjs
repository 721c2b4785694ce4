// Moves a second of random tic-tac-toe in boardgame.io: node tictactoe.cjs <seconds of processor time>
const { Client } = require("boardgame.io/dist/cjs/client.js");

const lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const winner = (cells) =>
  lines.some(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[a] === cells[c]);

// The game of boardgame.io's own tutorial.
const game = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return "INVALID_MOVE";
      G.cells[id] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (winner(G.cells)) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

const spent = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const client = Client({ game, numPlayers: 2, debug: false });
function play() {
  let moves = 0;
  client.reset();
  for (let state = client.getState(); !state.ctx.gameover; state = client.getState()) {
    const free = state.G.cells.flatMap((cell, id) => (cell === null ? [id] : []));
    client.moves.clickCell(free[Math.floor(Math.random() * free.length)]);
    moves += 1;
  }
  return moves;
}

for (const warm = spent(); spent() - warm < 0.3;) play();
const start = spent();
let moves = 0;
while (spent() - start < Number(process.argv[2])) moves += play();
console.log(moves / (spent() - start));
