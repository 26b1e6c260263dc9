// Kills imports at random moments while the store misbehaves, continues them, and counts what is in the store: npm run chaos -- --kills 1000
// The checker is its own: the multiset of SKUs in the store against those of the file. It knows nothing of the journal.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const program = fileURLToPath(new URL('../../bin/shop-cli.cjs', import.meta.url));
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    rows: { type: 'string', default: '400' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});
const [kills, rows, seed] = [Number(values.kills), Number(values.rows), Number(values.seed)];
const faults = '5xx-before=2%,5xx-after=2%,429-after=2%,reset-before=2%,reset-after=2%,late-commit=2%,hang=0.5%,cut-body=2%,html-200=2%';

const directory = await mkdtemp(join(tmpdir(), 'shop-cli-chaos-'));
const random = mulberry32(seed);
const sandbox = spawn(
  process.execPath,
  [
    program,
    'sandbox',
    '--empty',
    '--port',
    '0',
    '--db',
    join(directory, 'store.db'),
    '--fault',
    faults,
    '--index-lag',
    '500ms',
    '--seed',
    values.seed,
  ],
  {
    stdio: ['ignore', 'pipe', 'ignore'],
  },
);

try {
  const env = { ...process.env, ...(await variablesOf(sandbox.stdout)) };
  const skus = Array.from({ length: rows }, (_, at) => `CHAOS-${at}`);
  const file = join(directory, 'catalogue.csv');
  await writeFile(file, `sku,name\n${skus.map((sku) => `${sku},Product`).join('\n')}\n`);
  const started = performance.now();
  console.log(`seed ${seed}: ${rows} rows, ${kills} kills, all faults`);
  let killed = 0;
  let runs = 0;
  for (let code = null; code !== 0; runs++) {
    if (runs > kills * 20 + 50) throw new Error('The import does not come to an end.');
    const mayKill = killed < kills;
    code = await importOnce(env, file, mayKill ? 200 + random() * 3500 : undefined);
    if (code === 'killed') killed++;
  }
  // What was created last shows up after the index lag.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const verdict = compare(skus, await skusInStore(env));
  console.log(
    `${killed} kills in ${runs} runs, ${Math.round((performance.now() - started) / 1000)} s: ${verdict.lost} lost, ${verdict.duplicated} duplicated, ${verdict.unexpected} unexpected`,
  );
  process.exitCode = verdict.lost + verdict.duplicated + verdict.unexpected === 0 ? 0 : 1;
} finally {
  sandbox.kill('SIGTERM');
  await once(sandbox, 'exit');
  await rm(directory, { recursive: true, force: true });
}

/** Runs the import once; kills it after so many milliseconds, if it still runs. Returns its exit code, or `killed`. */
async function importOnce(env, file, killAfter) {
  const options = ['--journal', join(directory, 'journal', 'imports.db'), '--settle', '3s', '--timeout', '1s', '--concurrency', '8'];
  const child = spawn(process.execPath, [program, 'products', 'import', file, ...options], { env, stdio: 'ignore' });
  const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
  const [code, signal] = await once(child, 'exit');
  clearTimeout(timer);
  return signal === 'SIGKILL' ? 'killed' : code;
}

async function skusInStore(env) {
  const child = spawn(process.execPath, [program, 'products', 'list', '--all', '--output', 'csv', '--fields', 'sku'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = [];
  for await (const line of createInterface({ input: child.stdout })) lines.push(line);
  return lines.slice(1);
}

function compare(wanted, found) {
  const counts = new Map();
  for (const sku of found) counts.set(sku, (counts.get(sku) ?? 0) + 1);
  const known = new Set(wanted);
  return {
    lost: wanted.filter((sku) => !counts.has(sku)).length,
    duplicated: [...counts.values()].filter((count) => count > 1).length,
    unexpected: [...counts.keys()].filter((sku) => !known.has(sku)).length,
  };
}

async function variablesOf(stream) {
  const variables = {};
  for await (const line of createInterface({ input: stream })) {
    const [name, value] = line.split(/=(.*)/s);
    variables[name] = value;
    if (variables.SHOP_URL && variables.SHOP_TOKEN) return variables;
  }
  throw new Error('The sandbox did not start.');
}

/** The same numbers for the same seed (Tommy Ettinger's mulberry32). */
function mulberry32(start) {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
