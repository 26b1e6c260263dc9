// Peak memory of an import, by the rows of its file: npm run bench -- memory [few] [many]
import { join } from 'node:path';
import { bareLoopInto, importer } from './import.mjs';
import { timesPeer } from './rows.mjs';
import { writeCatalogue } from './support/catalogue.mjs';
import { inDirectory } from './support/servers.mjs';

export async function* rows(few = 10_000, many = 100_000) {
  const small = await peaks(Number(few));
  yield besideLoop(Number(few), small);
  const large = await peaks(Number(many));
  yield besideLoop(Number(many), large);
  yield timesPeer({
    what: `peak memory of an import of ${count(many)} rows`,
    peerName: `of ${count(few)} rows`,
    ours: large.ours,
    peer: small.ours,
    unit: 'MB',
    most: 1.15,
  });
}

const count = (rows) => Number(rows).toLocaleString('en');

const besideLoop = (rows, { ours, peer }) =>
  timesPeer({
    what: `peak memory of an import of ${count(rows)} rows`,
    peerName: 'the bare loop',
    ours,
    peer,
    unit: 'MB',
    most: 1.25,
  });

const peaks = (rows) =>
  inDirectory(async (directory) => {
    const file = join(directory, 'catalogue.csv');
    await writeCatalogue(file, rows);
    const ours = importer(directory, file, { memory: true });
    return { ours: (await ours()).peak, peer: (await bareLoopInto(file, { memory: true })).peak };
  });
