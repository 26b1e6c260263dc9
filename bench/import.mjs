// Rows per second of an import, beside a bare loop of csv-parse and undici against the same kind of store, in turns: npm run bench -- import 100000
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { measure, program, startSandbox } from './support.mjs';

const bareLoop = fileURLToPath(new URL('./bare-loop.mjs', import.meta.url));

export async function run(rows = 20_000) {
  const directory = await mkdtemp(join(tmpdir(), 'shop-cli-bench-'));
  try {
    const file = join(directory, 'catalogue.csv');
    await generate(file, Number(rows));
    const results = {};
    for (const [name, argv] of [
      ['bare loop', [bareLoop, file]],
      ['shop-cli', [program, 'products', 'import', file]],
    ]) {
      const { variables, stop } = await startSandbox(directory);
      const { seconds, code, peak, said } = await measure(process.execPath, argv, { ...process.env, ...variables });
      await stop();
      if (code !== 0) throw new Error(`${name} ended with ${code}: ${said}`);
      results[name] = rows / seconds;
      console.log(
        `${name.padEnd(12)} ${rows} rows in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s, peak ${Math.round(peak)} MB`,
      );
    }
    console.log(
      `shop-cli / bare loop: ${(results['shop-cli'] / results['bare loop']).toFixed(2)} (whole runs: shop-cli also checks every row first)`,
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** A catalogue of so many rows, each with a key of its own. */
export async function generate(file, rows) {
  const stream = createWriteStream(file);
  stream.write('sku,name,price,quantity,taxRate,status\n');
  for (let row = 1; row <= rows; row++) {
    const more = stream.write(
      `GEN-${String(row).padStart(7, '0')},"Product ""${row}"", blauw",${(row % 900) + 1}.${String(row % 100).padStart(2, '0')},${row % 50},21,1\n`,
    );
    if (!more) await new Promise((resolve) => stream.once('drain', resolve));
  }
  stream.end();
  await finished(stream);
}
