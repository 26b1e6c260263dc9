// Comparing a catalogue with a store: npm run bench -- diff [rows] [rounds]
import { join } from 'node:path';
import { timesPeer } from './rows.mjs';
import { writeCatalogue } from './support/catalogue.mjs';
import { inTurns, program, runNode } from './support/measure.mjs';
import { inDirectory, startSandbox, withServer } from './support/servers.mjs';

export async function* rows(count = 100_000, rounds = 3) {
  yield* await inDirectory((directory) =>
    withServer(startSandbox(directory, '--empty'), async (variables) => {
      const file = join(directory, 'catalogue.csv');
      await writeCatalogue(file, Number(count));
      const env = { ...variables, XDG_STATE_HOME: directory };
      await runNode([program, 'products', 'import', file, '--concurrency', '32'], { env });
      const diff = (options) => runNode([program, 'products', 'diff', file, '--output', 'ndjson'], { env, ...options });
      const list = (options) =>
        runNode([program, 'products', 'list', '--all', '--output', 'ndjson'], { env, ...options });
      const times = await inTurns(
        { ours: async () => (await diff()).seconds, peer: async () => (await list()).seconds },
        Number(rounds),
      );
      const what = `\`products diff\` of ${Number(count).toLocaleString('en')} rows with a sandbox of as many`;
      const peerName = '`products list --all -o ndjson`';
      return [
        timesPeer({ what, peerName, ...times, most: 1.3 }),
        timesPeer({
          ...{ what: 'its peak memory', peerName, unit: 'MB', most: 2 },
          ours: (await diff({ memory: true })).peak,
          peer: (await list({ memory: true })).peak,
        }),
      ];
    }),
  );
}
