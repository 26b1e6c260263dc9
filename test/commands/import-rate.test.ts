import { expect, test } from 'vitest';
import { readRunOptions } from '../../src/commands/shared/import/import-options.ts';
import { serveSandbox } from '../support/store.ts';

// --rate is what the store may get, whoever sends it.

test.each([
  [{ rate: '20/s' }, {}, 20],
  [{ rate: '20/s', shard: '3/4' }, {}, 5],
  [{ rate: '20', shard: 'auto/4' }, { JOB_COMPLETION_INDEX: '0' }, 5],
  [{ rate: '1', shard: '1/10' }, {}, 0.1],
  [{ shard: '1/10' }, {}, undefined],
])('%j gives each shard its part of the rate', (raw, env, rate) => {
  expect(readRunOptions(raw, env).pace.rate).toBe(rate);
});

test('the start of an import says its rate', async () => {
  const store = await serveSandbox();
  const command = ['products', 'import', '-', '--rate', '600/s', '--journal', 'j.db'];
  const { code, err } = await store.run(command, { stdin: 'sku,name,price\nNEW-1,New,1\n' });
  expect([code, err]).toEqual([0, expect.stringContaining('up to 16 at a time and 600 per second.')]);
});
