import { expect, test } from 'vitest';
import { catalogue, serveShop, storeOf } from './product-store.ts';

/** The import of a feed of some rows, on the day after one of others. */
async function nextDay(before: number, today: number, options = '') {
  const { run, write, read } = await serveShop(catalogue(before), storeOf());
  await run('--settle 1ms');
  await write('in.csv', catalogue(today));
  const { code, err } = await run(`--settle 1ms --report-junit r.xml --report r.json ${options}`);
  return { code, err, junit: await read('r.xml'), report: await read('r.json') };
}

const warning = 'the previous import of this feed (import 1) had 12';

test.each(['', '--dry-run'])(
  'a feed of less than half its rows is a warning, also in its reports (%s)',
  async (option) => {
    const { code, junit, report } = await nextDay(12, 5, option);
    expect([code, junit.includes(warning), report.includes(`${warning}. If it may be cut off`)]).toEqual([
      0,
      true,
      true,
    ]);
  },
);

test.each([
  ['half its rows', 6, ''],
  ['a number of rows that was expected', 5, '--expect-rows 5'],
])('a feed of %s is none', async (_, rows, options) => {
  expect((await nextDay(12, rows, options)).report).not.toContain('previous import');
});
