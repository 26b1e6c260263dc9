import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqlite } from '../../src/system/sqlite.ts';
import { ownDirectory } from '../support/directory.ts';
import { bin, runProgram } from '../support/programs.ts';
import { environmentIn, startSandbox } from '../support/shop.ts';

// A rehearsal with the built program: a sandbox plays the real store, which is slow and allows few requests. A process that
// copies it is killed again and again and leaves nothing, then it is copied, a file is imported into the copy under faults, and nothing is lost, doubled or written to the store.
// The size that docs/internals/performance.md names: REHEARSAL_PRODUCTS=100000 REHEARSAL_ROWS=10000 REHEARSAL_RATE=100.

const sizeOf = (name: string, usual: number): number => Number(process.env[name] ?? usual);
const productCount = sizeOf('REHEARSAL_PRODUCTS', 900);
const rowCount = sizeOf('REHEARSAL_ROWS', 150);
const rate = sizeOf('REHEARSAL_RATE', 25);
/** Every fifth row is a product that the store has. */
const isNew = (row: number): boolean => row % 5 !== 0;
const kills = 4;

type World = ReturnType<typeof worldIn>;
type Sandbox = ReturnType<World['serve']>;

test('a killed copy leaves nothing, and the next one is whole: an import into the copy under faults is whole', {
  timeout: 3_600_000,
}, async () => {
  const directory = ownDirectory();
  const world = worldIn(directory);
  await fillStore(world, join(directory, 'real.db'));
  const store = world.serve(['--db', 'real.db', '--rate-limit', `${rate}/s`, '--page-cap', '50']);
  const real = await store.variables;
  const requestsAtKills = await killedCopies(world, store, real);
  const twin = world.serve(
    ['--copy-of', real.SHOP_URL ?? '', '--db', 'twin.db', '--latency', '1ms..5ms', '--seed', '42', '--fault', faults],
    real,
  );
  const copy = await twin.variables;
  const listed = await world.list('twin.db');
  await writeFile(join(directory, 'rows.csv'), rows());
  const imported = await world.run(['products', 'import', 'rows.csv', '--settle', '3s'], copy);
  const after = await world.list('twin.db');
  const originals = await world.list('real.db');

  expect(requestsAtKills.length).toBe(kills);
  expect(store.log.filter((line) => !line.startsWith('GET '))).toEqual([]);
  expect(firstDifference(listed, originals)).toBeUndefined();
  expect([imported.code, imported.out + imported.err]).toEqual([0, expect.stringContaining('exist')]);
  expect(firstDifference(after.slice(0, listed.length), listed)).toBeUndefined();
  expect(after.slice(listed.length).map(skuOf).sort()).toEqual(newKeys());
  if (process.env.REHEARSAL_PRODUCTS !== undefined) process.stdout.write(`${imported.out}${imported.err}`);
});

test('a full disk stops a copy, which is made anew when there is room', { timeout: 120_000 }, async () => {
  const directory = ownDirectory();
  const world = worldIn(directory);
  await fillStore(world, join(directory, 'real.db'));
  const copy = ['--copy-of', 'sandbox:real.db', '--db', 'twin.db'];
  const limited = ['-c', 'ulimit -f 800; exec "$@"', 'bash', process.execPath, bin, 'sandbox', '--port', '0', ...copy];
  const stopped = await world.start('bash', limited);
  const twin = world.serve(copy);
  await twin.variables;
  const [listed, originals] = [await world.list('twin.db'), await world.list('real.db')];

  expect([stopped.code, stopped.err]).toEqual([
    1,
    expect.stringMatching(
      /^Copying .*\nThe copy is not complete: nothing of it is kept\.\nError: The copy cannot be written to twin\.db: .*\nFree disk space, /,
    ),
  ]);
  expect(firstDifference(listed, originals)).toBeUndefined();
});

/** Of lists that are too long to be printed. */
function firstDifference(left: readonly string[], right: readonly string[]): object | undefined {
  if (left.length !== right.length) return { left: left.length, right: right.length };
  const at = left.findIndex((line, index) => line !== right[index]);
  return at < 0 ? undefined : { at, left: left[at], right: right[at] };
}

const faults = '5xx-before=1%,5xx-after=1%,429-after=1%,reset-before=1%,reset-after=1%,get-5xx=0.5%';

const skuOf = (line: string): string => String((JSON.parse(line) as { readonly sku?: unknown }).sku);

const newKeys = (): readonly string[] =>
  Array.from({ length: rowCount }, (_, row) => row)
    .filter(isNew)
    .map((row) => `NEW-${row}`)
    .sort();

const rows = (): string =>
  `sku,name,price\n${Array.from({ length: rowCount }, (_, row) => `${isNew(row) ? `NEW-${row}` : `SKU-${row % productCount}`},Row ${row},${row % 90}.95`).join('\n')}\n`;

/** Copies that are killed, each after some more pages. Returns how many requests the store had at each kill. */
async function killedCopies(
  world: World,
  { log }: Sandbox,
  real: Readonly<Record<string, string>>,
): Promise<readonly number[]> {
  const requests: number[] = [];
  const share = Math.floor(productCount / 50 / (kills + 1));
  for (let kill = 0; kill < kills; kill++) {
    const before = log.length;
    const copying = world.serve(['--copy-of', real.SHOP_URL ?? '', '--db', 'twin.db'], real);
    while (log.length < before + share && copying.process.exitCode === null)
      await new Promise((wake) => setTimeout(wake, 5));
    copying.process.kill('SIGKILL');
    await once(copying.process, 'exit');
    requests.push(log.length);
  }
  return requests;
}

function worldIn(directory: string) {
  const start = (program: string, argv: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
    runProgram(program, argv, { cwd: directory, env: { ...environmentIn(directory), ...variables } });
  const run = (argv: readonly string[], variables?: Readonly<Record<string, string>>) =>
    start(process.execPath, [bin, ...argv], variables);
  return {
    ...{ start, run },
    /** Starts a sandbox; its log has the lines of its requests. */
    serve(options: readonly string[], more: Readonly<Record<string, string>> = {}) {
      const { child, log: written, variables } = startSandbox(directory, options, more);
      const log: string[] = [];
      written.on('line', (line) => {
        if (/^[A-Z]+ \//.test(line)) log.push(line);
      });
      return { process: child, log, variables };
    },
    /** Every record in a database, one JSON text each; the URLs are without the host, which differs. */
    async list(database: string): Promise<readonly string[]> {
      // Without the faults and the limit that a running sandbox was given.
      const listing = ['products', 'list', '--all', '--output', 'ndjson', '--store', `sandbox:${database}`];
      const { code, out, err } = await run(listing);
      if (code !== 0) throw new Error(err);
      return out
        .split('\n')
        .slice(0, -1)
        .map((line) => line.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, ''));
    },
  };
}

/** A store of many products, the last one with options. By SQL: creating 100,000 takes minutes. */
async function fillStore({ run }: World, path: string): Promise<void> {
  await run(['products', 'list', '--store', `sandbox:${path}`]);
  const database = await openSqlite(path);
  const [next = {}] = database.all('SELECT max(productId) + 1 AS id, max(place) + 1 AS place FROM products');
  const rows = (list: string): string => `CAST(value ->> '$.${list}.rows' + ${productCount} AS TEXT)`;
  database.exec(`BEGIN;
    WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${productCount})
      INSERT INTO products (productId, place, mainPlace, sku, ean, model, name, quantity, minimumQuantity, price,
        purchasePrice, categoryId, manufacturerId, record) SELECT ${next.id} + 3 * n, ${next.place} + n, (SELECT max(mainPlace) FROM products) + 1 + n,
        'SKU-' || n, '', 'M-' || n, 'product ' || n, n % 50, 1, 10000 + n, 5000, 11 + n % 4, 1 + n % 11,
        json_object('texts', json_object('nl', json_object('name', 'Product ' || n, 'description', 'Text ' || n)),
          'status', 1, 'taxRate', 21, 'image', '', 'dateAdded', '2026-01-01 12:00:00', 'more', json('{}'),
          'stockId', -1, 'attributes', json('[]')) FROM numbers;
    UPDATE settings SET value = json_set(value, '$.full.rows', ${rows('full')}, '$.main.rows', ${rows('main')})
      WHERE name = 'totals';
    COMMIT`);
  database.close();
}
