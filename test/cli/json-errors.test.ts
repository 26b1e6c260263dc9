import { expect, test } from 'vitest';
import { storeOf } from '../import/product-store.ts';
import { shopCli } from '../support/run.ts';
import { serveStore } from '../support/store.ts';

test.each([
  ['an invalid file', 'products import - --dry-run --json', {}, ['Standard input: utf-8', 'line 2, price "abc"']],
  ['valid rows beside an invalid one', 'products import - --dry-run --skip-invalid --json', {}, ['Skipping 1 invalid']],
  ['an unknown command', 'products lst --json', {}, []],
  [
    'an invalid file on GitHub Actions',
    'products import - --dry-run --json',
    { GITHUB_ACTIONS: 'true', CI: 'true' },
    ['line 2, price "abc"'],
  ],
  ['SHOP_OUTPUT=json', 'products import - --dry-run', { SHOP_OUTPUT: 'json' }, ['line 2, price "abc"']],
])('after %s one JSON object is the only line on stderr, with all that was said', async (_, line, env, messages) => {
  const { code, err } = await shopCli(line, { stdin: 'sku,name,price\nA,x,abc\nB,y,1\n', env });
  expect([code > 0, err.trim().split('\n').length]).toEqual([true, 1]);
  const said = JSON.parse(err).messages.join('\n');
  for (const message of messages) expect(said).toContain(message);
});

test('after a success the messages are on stderr, and no error', async () => {
  const { code, err } = await shopCli('products import - --dry-run --json', { stdin: 'sku,name\nA,x\n' });
  expect([code, err]).toEqual([0, expect.stringMatching(/^Standard input: utf-8[^{]*1 row/)]);
});

test.each(['customers update 101 --json', 'addresses update 301 --customer 101 --json'])(
  '%s names no field, as none is at fault',
  async (line) => {
    const { code, err } = await shopCli(`${line} --store sandbox`);
    expect([code, JSON.parse(err).error]).toMatchObject([2, { field: null }]);
  },
);

test('the hint of an import that was interrupted is how to continue it', async () => {
  const user = new AbortController();
  const { run } = await serveStore(
    storeOf([], () => {
      user.abort('SIGTERM');
      return { status: 201 };
    }),
  );
  const line = 'products import - --json --no-input --set price=1';
  const { err } = await run(line, { stdin: 'sku,name\nA,x\nB,y\n', interrupted: user.signal });
  expect(JSON.parse(err).error.hint).toBe('Interrupted. Rerun the command to continue import 1.');
});
