// Three columns of Slippi files by slippi-js. usage: columns.mjs ROUNDS FILE… ; prints the seconds of the fastest round, and how many rows it had.
import { SlippiGame } from '@slippi/slippi-js/node';

const [rounds, ...files] = process.argv.slice(2);

function columnsOf(file) {
  const columns = { positionX: [], positionY: [], percent: [] };
  for (const frame of Object.values(new SlippiGame(file).getFrames())) {
    for (const characters of [frame.players, frame.followers]) {
      for (const { post } of Object.values(characters ?? {})) {
        columns.positionX.push(post.positionX);
        columns.positionY.push(post.positionY);
        columns.percent.push(post.percent);
      }
    }
  }
  return Object.values(columns).map((values) => Float32Array.from(values))[0].length;
}

let [least, rows] = [Infinity, 0];
for (let round = 0; round < Number(rounds); round++) {
  const begun = performance.now();
  rows = files.reduce((sum, file) => sum + columnsOf(file), 0);
  least = Math.min(least, performance.now() - begun);
}
console.log(least / 1000, rows);
