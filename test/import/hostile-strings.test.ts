import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { serveSandbox, type TestStore } from '../support/store.ts';
import { isThorough } from '../support/thorough.ts';

const path = createRequire(import.meta.url).resolve('big-list-of-naughty-strings/blns.json');
const strings = (JSON.parse(await readFile(path, 'utf8')) as readonly string[]).filter(
  (text) => text.trim() !== '' && !text.includes('\0'),
);
// Similar ones stand together.
const naughty = isThorough ? strings : strings.filter((_, at) => at % 8 === 0);
const csv = `SKU,Name\n${naughty.map((text, at) => `S${at},"${text.replaceAll('"', '""')}"\n`).join('')}`;

const exportOf = async ({ run }: TestStore) => (await run('products export')).out;

test('Hostile strings are names in the store as they are in the file, also after an export and an import', async () => {
  const one = await serveSandbox({ empty: true });
  await one.run('products import - --concurrency 1', { stdin: csv });
  const products: { name: string }[] = JSON.parse((await one.run('products list --all --json')).out);
  expect(products.map(({ name }) => name)).toEqual(naughty.map((text) => text.trim()));
  const written = await exportOf(one);
  const other = await serveSandbox({ empty: true });
  await other.run('products import - --concurrency 1', { stdin: written });
  const [first, second] = [written, await exportOf(other)];

  expect(second).toBe(first);
  expect(first?.split('\n').length).toBeGreaterThan(naughty.length);
});
