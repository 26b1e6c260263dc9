import { expect, test } from 'vitest';
import { readRunOptions } from '../../src/commands/products/import-options.ts';

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
