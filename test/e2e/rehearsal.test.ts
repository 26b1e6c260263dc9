import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqlite } from '../../src/system/sqlite.ts';
import { ownDirectory } from '../support/directory.ts';
import { bin, runProgram } from '../support/programs.ts';
import { environmentIn, startSandbox } from '../support/shop.ts';

// The rehearsal of docs/sandbox.md with the built program: a sandbox plays the real store, which is slow and allows few
// requests. Its export fills an empty sandbox, and a file is imported there under faults: nothing is lost, doubled or
// written to the store.
// Another size: REHEARSAL_PRODUCTS=100000 REHEARSAL_ROWS=10000 REHEARSAL_RATE=100.

const sizeOf = (name: string, usual: number): number => Number(process.env[name] ?? usual);
const productCount = sizeOf('REHEARSAL_PRODUCTS', 900);
const rowCount = sizeOf('REHEARSAL_ROWS', 150);
const rate = sizeOf('REHEARSAL_RATE', 25);
/** Every fifth row is a product that the store has. */
const isNew = (row: number): boolean => row % 5 !== 0;

type World = ReturnType<typeof worldIn>;

test('an import is rehearsed where the products of the store are, under faults, and the store is only read', {
  timeout: 3_600_000,
}, async () => {
  const directory = ownDirectory();
  const world = worldIn(directory);
  await fillStore(world, join(directory, 'real.db'));
  const store = world.serve(['--db', 'real.db', '--rate-limit', `${rate}/s`, '--page-cap', '50']);
  const exported = await world.run(['products', 'export', '--output-file', 'production.csv'], await store.variables);
  await world.makeEmpty('rehearsal.db');
  const rehearsal = ['--store', 'sandbox:rehearsal.db'];
  const filled = await world.run(['products', 'import', 'production.csv', ...rehearsal, '--concurrency', '1']);
  const again = await world.run(['products', 'export', ...rehearsal]);
  const listed = await world.list('rehearsal.db');
  await writeFile(join(directory, 'rows.csv'), rows());
  const served = world.serve(['--db', 'rehearsal.db', '--latency', '1ms..5ms', '--seed', '42', '--fault', faults]);
  const imported = await world.run(['products', 'import', 'rows.csv', '--settle', '3s'], await served.variables);
  const after = await world.list('rehearsal.db');

  expect([exported.code, filled.code, again.code]).toEqual([0, 0, 0]);
  expect(store.log.filter((line) => !line.startsWith('GET '))).toEqual([]);
  const production = (await readFile(join(directory, 'production.csv'), 'utf8')).split('\n');
  expect(firstDifference(again.out.split('\n'), production)).toBeUndefined();
  expect(production.length).toBeGreaterThan(productCount);
  expect([imported.code, imported.out + imported.err]).toEqual([0, expect.stringContaining('exist')]);
  expect(firstDifference(after.slice(0, listed.length), listed)).toBeUndefined();
  expect(after.slice(listed.length).map(skuOf).sort()).toEqual(newKeys());
  if (process.env.REHEARSAL_PRODUCTS !== undefined) process.stdout.write(`${imported.out}${imported.err}`);
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

function worldIn(directory: string) {
  const run = (argv: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
    runProgram(process.execPath, [bin, ...argv], {
      cwd: directory,
      env: { ...environmentIn(directory), ...variables },
    });
  return {
    run,
    /** Makes a database without records, and ends the sandbox that made it. */
    async makeEmpty(database: string): Promise<void> {
      const { child, variables } = startSandbox(directory, ['--empty', '--db', database]);
      await variables;
      child.kill('SIGINT');
      await once(child, 'exit');
    },
    /** Starts a sandbox; its log has the lines of its requests. */
    serve(options: readonly string[]) {
      const { log: written, variables } = startSandbox(directory, options);
      const log: string[] = [];
      written.on('line', (line) => {
        if (/^[A-Z]+ \//.test(line)) log.push(line);
      });
      return { log, variables };
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

/** A store of many products, with categories and images of its own. By SQL: creating 100,000 takes minutes. */
async function fillStore({ run }: World, path: string): Promise<void> {
  await run(['products', 'list', '--store', `sandbox:${path}`]);
  const database = await openSqlite(path);
  const [next = {}] = database.all('SELECT max(productId) + 1 AS id, max(place) + 1 AS place FROM products');
  const rows = (list: string): string => `CAST(value ->> '$.${list}.rows' + ${productCount} AS TEXT)`;
  database.exec(`BEGIN;
    WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${productCount})
      INSERT INTO products (productId, place, mainPlace, sku, ean, model, name, quantity, minimumQuantity, price,
        purchasePrice, categoryId, manufacturerId, record) SELECT ${next.id} + 3 * n, ${next.place} + n, (SELECT max(mainPlace) FROM products) + 1 + n,
        'SKU-' || n, '00' || (20047110000 + n), 'M-' || n, '=product "' || n || '", 🚲', n % 50 - 3, 1, 10000 + n, 5000, 7011 + n % 4, 1 + n % 11,
        json_object('texts', json_object('nl', json_object('name', '=Product "' || n || '", 🚲', 'description', 'Text ' || n)),
          'status', n % 2, 'taxRate', iif(n % 3 = 0, 9, 21), 'image', n || ' é.jpg', 'dateAdded', '2026-01-01 12:00:00', 'more', json('{}'),
          'stockId', -1, 'attributes', json('[]')) FROM numbers;
    UPDATE settings SET value = json_set(value, '$.full.rows', ${rows('full')}, '$.main.rows', ${rows('main')})
      WHERE name = 'totals';
    COMMIT`);
  database.close();
}
