// How long a command takes that asks no store: npm run bench -- startup [rounds]
import { timesPeer } from './rows.mjs';
import { bareNode, program, secondsInTurns } from './support/measure.mjs';

const peerName = '`node -e 0`';
const commands = {
  '`--version`': { argv: ['--version'], most: 1.15 },
  '`--help`': { argv: ['--help'], most: 1.3 },
  '`products import --help`': { argv: ['products', 'import', '--help'], most: 1.3 },
  '`help orders get`': { argv: ['help', 'orders', 'get'], most: 1.3 },
  'Tab, a command': { argv: ['__complete', 'zsh', 'products', 'l'], most: 2 },
  'Tab, an option': { argv: ['__complete', 'zsh', 'products', 'list', '--'], most: 2 },
};

export async function* rows(rounds = 25) {
  const ours = Object.fromEntries(Object.entries(commands).map(([what, { argv }]) => [what, [program, ...argv]]));
  const { [peerName]: peer, ...times } = await secondsInTurns({ [peerName]: bareNode, ...ours }, Number(rounds));
  for (const [what, seconds] of Object.entries(times)) {
    yield timesPeer({ what, peerName, ours: seconds, peer, most: commands[what].most });
  }
}
