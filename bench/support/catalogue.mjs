import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** Writes a catalogue of so many rows, each with a key of its own. */
export async function writeCatalogue(path, rows) {
  const stream = createWriteStream(path);
  stream.write('sku,name,price,quantity,taxRate,status\n');
  for (let row = 1; row <= rows; row++) {
    const price = `${(row % 900) + 1}.${String(row % 100).padStart(2, '0')}`;
    const line = `GEN-${String(row).padStart(7, '0')},"Product ""${row}"", blauw",${price},${row % 50},21,1\n`;
    if (!stream.write(line)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'close');
}
