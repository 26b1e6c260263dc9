import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory, type RunOptions } from '../support/run.ts';
import { json, runAt, serveStore, type TestStore } from '../support/store.ts';

const total = 250;

/** A store that lets every page wait six seconds, which cost the test nothing. */
function serveSlowStore(): Promise<TestStore> {
  const fetched = new Set<number>();
  return serveStore(({ query }, response) => {
    const offset = Number(query.get('offset'));
    if (!fetched.has(offset)) {
      fetched.add(offset);
      return json(response, 429, { message: 'Slow down' }, { 'retry-after': '6' });
    }
    const data = Array.from({ length: Math.min(100, total - offset) }, (_, at) => ({
      uprid: offset + at,
      productId: offset + at,
      sku: 'A',
    }));
    json(response, 200, { numRows: total, data, baskets: data });
  });
}

const bar = /\r {2}\[=+>? *\] {2}100 of 250 {2}1\d\/s {2}\d+ s left.\[J\r/;

test.each<readonly [string, string, RunOptions, RegExp | '']>([
  ['an export to a file, at a terminal', 'products export --output-file all.csv', { terminal: 80 }, bar],
  [
    'an export to a file, in CI',
    'products export --output-file all.csv',
    {},
    /^ {2}200 of 250 {2}1\d\/s {2}\d+ s left\nExported 250 products, without variants, to all\.csv\.\n$/,
  ],
  ['an export on standard output, in CI', 'products export', {}, /^Exported 250 products, without variants\.\n$/],
  ['rows in a pipe, in CI', 'products list --all -o ndjson', {}, ''],
])('progress is shown, or not, for %s', async (_, line, options, err) => {
  const directory = ownDirectory();
  const { run } = await serveSlowStore();
  const ended = await run(line, { directory, ...options });
  expect({ ...ended, out: '' }).toEqual({ code: 0, out: '', err: err === '' ? '' : expect.stringMatching(err) });
  if (line.includes('all.csv'))
    expect((await readFile(join(directory, 'all.csv'), 'utf8')).split('\n').length).toBeGreaterThan(total);
});

test('a list that breaks off leaves no bar above the error', async () => {
  const directory = ownDirectory();
  const { code, err } = await runAt(
    ({ query }, response, count) => {
      if (count === 1) return json(response, 429, {}, { 'retry-after': '6' });
      if (query.get('offset') === '0')
        return json(response, 200, { numRows: 200, data: Array.from({ length: 100 }, (_, at) => ({ uprid: at })) });
      json(response, 400, { message: 'No' });
    },
    'products list --all --output-file all.csv',
    { directory, terminal: 80 },
  );
  expect({ code, err }).toEqual({
    code: 5,
    err: expect.stringMatching(
      /left.\[J\r\r.\[J(?:.\[\d+m)*Error:(?:.\[\d+m)* The store (?:shop\.test|127[\d.:]+) refused the request \(400\): No\n/,
    ),
  });
});
