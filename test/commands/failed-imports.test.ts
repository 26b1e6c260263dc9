import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answers } from '../support/replies.ts';
import { ownDirectory, shopCli } from '../support/run.ts';
import { serveStore } from '../support/store.ts';

const reports = '--report-junit r.xml --report-html r.html --report r.json --results r.csv --rejected bad.csv';
const env = { SHOP_URL: 'https://shop.test', SHOP_TOKEN: 'canary-token' };
const yesterday = 'of yesterday';

/** The files of an import of yesterday, and what an import of today that fails leaves in them. */
async function after(line: string, variables: Readonly<Record<string, string>> = env) {
  const directory = ownDirectory({
    ...{ 'in.csv': 'sku,name\nA,One\n', 'bad-in.csv': 'sku,name\nA,\n' },
    ...Object.fromEntries(['r.xml', 'r.html', 'r.json', 'r.csv', 'bad.csv'].map((name) => [name, yesterday])),
  });
  const { code } = await shopCli(line, { directory, env: variables });
  const read = (name: string): Promise<string> => readFile(join(directory, name), 'utf8');
  return { code, read };
}

test.each([
  ['no token', `products import in.csv ${reports}`, 4, /No token for shop\.test/, { SHOP_URL: env.SHOP_URL }],
  ['no store', `products import in.csv ${reports}`, 2, /No store selected/, {}],
  ['another store', `products import in.csv ${reports} --confirm-store other`, 2, /--confirm-store is other/, env],
  ['a misspelled option', `products import in.csv ${reports} --skip-invalids`, 2, /skip-invalids/, env],
  ['an invalid value', `products import in.csv ${reports} --shard 0/3`, 2, /Invalid --shard/, env],
  ['a missing file', `products import none.csv ${reports}`, 2, /Cannot read none\.csv/, env],
  ['an invalid row', `products import bad-in.csv ${reports}`, 2, /no name/, env],
  ['a missing plan', `imports apply none.plan ${reports}`, 2, /Cannot read none\.plan/, env],
  ['people', `customers import in.csv ${reports}`, 4, /No token for shop\.test/, { SHOP_URL: env.SHOP_URL }],
])('an import that fails before it begins says so in its reports: %s', async (_, line, exit, why, variables) => {
  const { code, read } = await after(line, variables as Readonly<Record<string, string>>);
  expect(code).toBe(exit);
  for (const name of ['r.xml', 'r.html', 'r.json']) expect(await read(name)).toMatch(why);
  expect(await read('r.xml')).toMatch(/errors="1"/);
});

test.each([
  ['a refused token', 401],
  ['no answer', 503],
])('the outcomes of yesterday are not those of an import that fails for %s', async (_, status) => {
  const store = await serveStore(answers(status, {}));
  const { read } = await after(`products import in.csv ${reports} --max-wait 1s`, store.variables);
  expect([await read('r.csv'), await read('bad.csv')]).toEqual([
    'line,key,outcome,productId,message,evidence,store\n',
    '',
  ]);
});

test.each([
  ['of a misspelled option', `products import in.csv ${reports} --skip-invalids`],
  ['of a rehearsal', `products import none.csv --dry-run --results r.csv`],
])('the outcomes of yesterday, by which an import is undone, stay in spite %s', async (_, line) => {
  expect(await (await after(line)).read('r.csv')).toBe(yesterday);
});

test('the reports of an import that fails overwrite nothing that is read', async () => {
  const { code, read } = await after('products import in.csv --report-junit in.csv');
  expect([code, await read('in.csv')]).toEqual([2, 'sku,name\nA,One\n']);
});

test('nor a journal, which only the store names', async () => {
  const journal = 'SQLite format 3\0';
  const directory = ownDirectory({ 'imports.db': journal });
  await shopCli('products import in.csv --report imports.db', { directory, env: { SHOP_URL: env.SHOP_URL } });
  expect(await readFile(join(directory, 'imports.db'), 'utf8')).toBe(journal);
});
