import { expect, test } from 'vitest';
import { readRunOptions } from '../../src/commands/products/import-options.ts';
import { withSandbox } from '../support/store.ts';

// --rate is what the store may get, whoever sends it.

test.each([
  [{ rate: '20/s' }, {}, 20],
  [{ rate: '20/s', shard: '3/4' }, {}, 5],
  [{ rate: '20', shard: 'auto/4' }, { JOB_COMPLETION_INDEX: '0' }, 5],
  [{ rate: '1', shard: '1/10' }, {}, 0.1],
  [{ shard: '1/10' }, {}, undefined],
])('%j gives each shard its part of the rate', (raw, env, rate) => {
  expect(readRunOptions(raw, env).pace.rate?.at(new Date(0))).toBe(rate);
});

test('a timetable is divided among shards as a rate is', () => {
  const { rate } = readRunOptions({ rate: '08:00 2/s 22:00 20/s', shard: '1/4' }, {}).pace;
  expect(rate?.text).toBe('0.5 per second from 08:00, 5 per second from 22:00 (local time)');
});

test('the start of an import says its timetable', async () => {
  await withSandbox(async (store) => {
    const command = ['products', 'import', '-', '--rate', '00:00 600/s 12:00 500/s Europe/Berlin', '--journal', 'j.db'];
    const { code, err } = await store.run(command, { stdin: 'sku,name,price\nNEW-1,New,1\n' });
    expect([code, err]).toEqual([
      0,
      expect.stringContaining(
        'up to 16 at a time and 600 per second from 00:00, 500 per second from 12:00 (Europe/Berlin).',
      ),
    ]);
  });
});
