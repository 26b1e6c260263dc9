// Rows per second of an import, beside what people use instead: npm run bench -- peers [rows]
import { join } from 'node:path';
import { importer, intoEmptyStore } from './import.mjs';
import { others } from './peers/others.mjs';
import { leftOut, shareOfPeer } from './rows.mjs';
import { writeCatalogue } from './support/catalogue.mjs';
import { inDirectory } from './support/servers.mjs';

export async function* rows(rowsText = 2000) {
  const rows = Number(rowsText);
  yield* await inDirectory(async (directory) => {
    const file = join(directory, 'catalogue.csv');
    await writeCatalogue(file, rows);
    const { seconds } = await importer(directory, file)();
    const found = [];
    for (const [peerName, prepare] of Object.entries(others)) {
      const names = { what: `import of ${rows} rows`, peerName };
      const { argv, missing } = await prepare({ file, directory });
      const peer = argv && (await intoEmptyStore(argv)).seconds;
      found.push(
        missing
          ? leftOut(names, missing)
          : shareOfPeer({ ...names, ours: rows / seconds, peer: rows / peer, unit: 'rows/s' }),
      );
    }
    return found;
  });
}
