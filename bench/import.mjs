// Importing and checking a catalogue: npm run bench -- import [rows] [rows that are checked] [rounds]
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shareOfPeer, timesPeer } from './rows.mjs';
import { writeCatalogue } from './support/catalogue.mjs';
import { inTurns, program, runNode, runToEnd } from './support/measure.mjs';
import { inDirectory, startStore, withServer } from './support/servers.mjs';

export const peerFile = (name) => fileURLToPath(new URL(`./peers/${name}.mjs`, import.meta.url));

export async function* rows(sent = 20_000, checked = 300_000, rounds = 3) {
  yield await inDirectory((directory) => importing(directory, Number(sent), Number(rounds)));
  yield* await inDirectory((directory) => checking(directory, Number(checked), Number(rounds)));
}

async function importing(directory, rows, rounds) {
  const file = join(directory, 'catalogue.csv');
  await writeCatalogue(file, rows);
  const ours = importer(directory, file);
  const times = await inTurns(
    { ours: async () => (await ours()).seconds, peer: async () => (await bareLoopInto(file)).seconds },
    rounds,
  );
  return shareOfPeer({
    what: `import of ${rows.toLocaleString('en')} rows into a store in memory`,
    peerName: 'a bare loop of csv-parse and undici, as many connections',
    ours: rows / times.ours,
    peer: rows / times.peer,
    unit: 'rows/s',
    least: 0.75,
  });
}

async function checking(directory, rows, rounds) {
  const file = join(directory, 'catalogue.csv');
  await writeCatalogue(file, rows);
  return await withServer(startStore('memory'), async (env) => {
    const check = [
      program,
      'products',
      'import',
      file,
      '--dry-run',
      '--journal',
      join(directory, 'journal', 'imports.db'),
    ];
    const secondsOf = async (argv) => (await runNode(argv, { env })).seconds;
    const { ours, parse, validate } = await inTurns(
      {
        ours: () => secondsOf(check),
        parse: () => secondsOf([peerFile('parse'), file]),
        validate: () => secondsOf([peerFile('validate'), file]),
      },
      rounds,
    );
    const what = `checking ${rows.toLocaleString('en')} rows, nothing sent`;
    return [
      timesPeer({ what, peerName: 'csv-parse alone on the file', ours, peer: parse, most: 2.5 }),
      timesPeer({ what, peerName: 'a script of csv-parse and zod for the same rows', ours, peer: validate }),
    ];
  });
}

/** A function that imports the file into an empty store, each time with a journal of its own. */
export function importer(directory, file, options) {
  let runs = 0;
  return () => {
    const journal = join(directory, `journal-${++runs}`, 'imports.db');
    return intoEmptyStore([process.execPath, program, 'products', 'import', file, '--journal', journal], options);
  };
}

export const bareLoopInto = (file, options) => intoEmptyStore([process.execPath, peerFile('bare-loop'), file], options);

/** Runs a command, in which `$SHOP_URL` and `$SHOP_TOKEN` stand for those of a store in memory. */
export const intoEmptyStore = (argv, options) =>
  withServer(startStore('memory'), (env) => {
    const [command, ...rest] = argv.map((word) => word.replace(/\$(SHOP_\w+)/g, (_, name) => env[name]));
    return runToEnd(command, rest, { ...options, env });
  });
