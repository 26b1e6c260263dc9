import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveShop, storeOf } from '../import/product-store.ts';
import { json, serveStore } from '../support/store.ts';

const priced = 'sku,name,price\nA,Mug A,12.00\n';

test.each([
  ['a file that is missing', 'products import no.csv', /no\.csv/],
  ['a plan that is missing', 'imports apply no.plan', /no\.plan/],
  ['a file that cannot be compared', 'products diff no.csv', /no\.csv/],
  ['an unknown option', 'products import in.csv --strange', /--strange/],
])('a GitHub job shows a failure that belongs to no row: %s', async (_, line, text) => {
  const { store, directory } = await serveShop(priced, storeOf());
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(directory, 'summary.md') };
  const { code, err } = await store.run(line, { directory, env });
  const annotated = err.match(/^::error.*/gm) ?? [];
  const summary = await readFile(join(directory, 'summary.md'), 'utf8');
  expect([code === 0, annotated.length, summary.match(/<h2>/g)?.length]).toEqual([false, 1, 1]);
  expect(annotated[0]).toMatch(text);
  expect(summary).toMatch(text);
});

test.each(['products import in.csv', 'products diff in.csv'])(
  'a GitHub job shows that the store refused the token: %s',
  async (line) => {
    const { directory } = await serveShop(priced, storeOf());
    const { run } = await serveStore((_, response) => json(response, 401, {}));
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(directory, 'summary.md') };
    const { code, err } = await run(line, { directory, env });
    expect([code, err.match(/^::error.*/gm)]).toEqual([4, [expect.stringContaining('refused the token (401)')]]);
    expect((await readFile(join(directory, 'summary.md'), 'utf8')).match(/<h2>/g)).toHaveLength(1);
  },
);
