import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory } from '../support/run.ts';
import { serveStore } from '../support/store.ts';
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

/** The import of a feed in another folder, with the same journal, on the day after. */
async function nextFolder(isLeft: boolean) {
  const { run } = await serveStore(storeOf());
  const home = ownDirectory();
  const importIn = async (folder: string, rows: number) => {
    const directory = join(home, folder);
    await mkdir(directory);
    await writeFile(join(directory, 'in.csv'), catalogue(rows));
    return await run('products import in.csv --settle 1ms', { home, directory });
  };
  await importIn('0', 12);
  if (!isLeft) await rm(join(home, '0'), { recursive: true });
  return await importIn('1', 5);
}

test('a feed is the same in another folder, where that of before is gone', async () => {
  const { err } = await nextFolder(false);
  expect(err).toContain(warning);
});

test('a file of the same name beside one that is still there is told to be another feed', async () => {
  const { err } = await nextFolder(true);
  expect(err).toContain('This file is not compared with import 1');
  expect(err).not.toContain(warning);
});
