// The second import of a feed that has not changed: npm run bench -- feed [rows] [rounds]
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seconds, timesPeer } from './rows.mjs';
import { writeCatalogue } from './support/catalogue.mjs';
import { median, program, runNode } from './support/measure.mjs';
import { inDirectory, startStore, withServer } from './support/servers.mjs';

const parse = fileURLToPath(new URL('./peers/parse.mjs', import.meta.url));

export async function* rows(rows = 100_000, rounds = 3) {
  const { ours, peer, peaks } = await inDirectory((directory) => days(directory, Number(rows), Number(rounds)));
  const what = `an unchanged feed of ${Number(rows).toLocaleString('en')} rows, the second day`;
  yield seconds({ what, peerName: 'csv-parse alone on the file', ours, peer, most: Number(rows) / 20_000 });
  yield timesPeer({
    ...{ what: `${what}: peak memory`, peerName: 'the first day', unit: 'MB', most: 1.5 },
    ours: peaks.second,
    peer: peaks.first,
  });
}

/** Imports a file once, and then again and again, in turns with the peer. */
async function days(directory, rows, rounds) {
  const file = join(directory, 'feed.csv');
  await writeCatalogue(file, rows);
  return await withServer(startStore('memory'), async (env) => {
    const day = [program, 'products', 'import', file, '--journal', join(directory, 'journal', 'imports.db')];
    const first = await runNode(day, { env, memory: true });
    // The next day no key was sent a moment ago.
    const later = [...day, '--settle', '1ms'];
    const [ours, peer] = [[], []];
    for (let round = 0; round < rounds; round++) {
      ours.push(await runNode(later, { env, memory: true }));
      peer.push((await runNode([parse, file])).seconds);
    }
    const second = Math.max(...ours.map(({ peak }) => peak));
    return {
      ours: median(ours.map((each) => each.seconds)),
      peer: median(peer),
      peaks: { first: first.peak, second },
    };
  });
}
