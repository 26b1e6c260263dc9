// How long shop-cli takes to start, as a ratio to a bare `node -e 0`, in turns: npm run bench -- startup
import { measure, median, program } from './support.mjs';

const rounds = 15;
const commands = {
  'node -e 0': ['-e', '0'],
  '--version': [program, '--version'],
  '--help': [program, '--help'],
  'products list --help': [program, 'products', 'list', '--help'],
};

export async function run() {
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, argv] of Object.entries(commands))
      times[name].push((await measure(process.execPath, argv)).seconds);
  }
  const base = median(times['node -e 0']);
  for (const [name, seconds] of Object.entries(times))
    console.log(`${name.padEnd(22)} ${(median(seconds) / base).toFixed(2)} × node -e 0`);
}
