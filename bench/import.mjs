// Rows per second of an import, beside what people use instead, each into an empty store in memory of its own: npm run bench -- import 20000
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { peers } from './peers.mjs';
import { measure, program, startServer } from './support.mjs';

export async function run(rows = 20_000) {
  const directory = await mkdtemp(join(tmpdir(), 'shop-cli-bench-'));
  try {
    const file = join(directory, 'catalogue.csv');
    await generate(file, Number(rows));
    const results = {};
    for (const [name, prepare] of Object.entries(peers)) {
      const { argv, missing } = await prepare({ file, directory });
      if (missing) console.log(`${name.padEnd(10)} left out: ${missing}`);
      else results[name] = await importInto(name, argv, directory, Number(rows));
    }
    compare(results);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Runs an import into an empty store. The sending phase is what the store sees: from the first POST that it answered to the last. */
async function importInto(name, argv, directory, rows) {
  const sending = { created: 0, first: 0, last: 0 };
  const log = (line) => {
    if (!/^POST \/api\/v2\/products\S* 201/.test(line)) return;
    sending.last = performance.now();
    if (sending.created++ === 0) sending.first = sending.last;
  };
  const { variables, stop } = await startServer(
    [program, 'sandbox', '--empty', '--port', '0', '--db', ':memory:'],
    log,
  );
  const [command, ...rest] = argv.map((word) => word.replace(/\$(SHOP_\w+)/g, (_, variable) => variables[variable]));
  const env = { ...process.env, ...variables, XDG_STATE_HOME: join(directory, 'state') };
  const { seconds, code, peak, said } = await measure(command, rest, env);
  await stop();
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${said}`);
  if (sending.created !== rows) throw new Error(`${name} created ${sending.created} of ${rows} rows.`);
  const perSecond = (rows - 1) / ((sending.last - sending.first) / 1000);
  const speed = `${Math.round(perSecond)} rows/s while sending`;
  console.log(`${name.padEnd(10)} ${rows} rows in ${seconds.toFixed(1)} s, ${speed}, peak ${Math.round(peak)} MB`);
  return { perSecond, peak };
}

function compare({ 'shop-cli': ours, ...others }) {
  for (const [name, { perSecond, peak }] of Object.entries(others)) {
    const [speed, memory] = [ours.perSecond / perSecond, ours.peak / peak].map((ratio) => ratio.toFixed(2));
    console.log(`shop-cli / ${name}: ${speed} × the rows per second while sending, ${memory} × the peak memory`);
  }
}

/** A catalogue of so many rows, each with a key of its own. */
async function generate(file, rows) {
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
