import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { browserPath, complaintsAbout } from '../support/browser.ts';
import { ownDirectory } from '../support/directory.ts';
import { bin, type Ended, runProgram } from '../support/programs.ts';
import { openShop, type Shop } from '../support/shop.ts';

// A day of a shop with a feed, with the built program: what changed, who approves it, what was sent, and what a person has to do.

interface Person {
  /** Runs a command in the shared folder, with this person's own journal. */
  readonly run: (argv: readonly string[]) => Promise<Ended>;
  /** Starts a command and kills it at a moment. @returns whether it was still running */
  readonly killed: (argv: readonly string[], moment: Promise<void>) => Promise<boolean>;
}

/** Somebody with a machine of their own, who works on the files of `folder`. */
function person(name: string, folder: string, { variables }: Shop): Person {
  const home = join(folder, '..', name);
  mkdirSync(home);
  const env = { PATH: process.env.PATH ?? '', HOME: home, TZ: 'UTC', ...variables };
  return {
    run: (argv) => runProgram(process.execPath, [bin, ...argv], { cwd: folder, env }),
    killed: async (argv, moment) => {
      const child = spawn(process.execPath, [bin, ...argv], { cwd: folder, env, stdio: 'ignore' });
      const ended = once(child, 'close');
      await Promise.race([ended, moment]);
      const isRunning = child.exitCode === null;
      child.kill('SIGKILL');
      await ended;
      return isRunning;
    },
  };
}

const header = 'sku,name,price,quantity';
const row = (sku: string, name = `Mug ${sku}`, price = '9.95') => `${sku},${name},${price},5`;
const numbered = (count: number, prefix: string): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}-${at}`);

test('yesterday’s feed is in the store; today’s is compared, planned, approved, applied and verified', {
  timeout: 240_000,
}, async () => {
  const root = ownDirectory();
  const folder = join(root, 'shared');
  mkdirSync(folder);
  const write = (name: string, rows: readonly string[]) =>
    writeFileSync(join(folder, name), `${[header, ...rows].join('\n')}\n`);
  const shop = await openShop({ options: ['--empty', '--rate-limit', '40/s'] });
  const [kim, lee] = [person('kim', folder, shop), person('lee', folder, shop)];

  // Yesterday: 60 products, one of which somebody has since created a second time in the back office.
  const old = numbered(60, 'OLD');
  write(
    'yesterday.csv',
    old.map((sku) => row(sku)),
  );
  expect(await kim.run(['products', 'import', 'yesterday.csv', '--settle', '3s'])).toMatchObject({ code: 0 });
  await shop.done([
    ...['products', 'create', '--sku', 'OLD-7', '--name', 'Mug OLD-7', '--price', '9.95', '--quantity', '5'],
    '--allow-duplicate',
  ]);

  // Today: 80 new rows, two prices and a name changed, three rows gone, one row twice.
  const fresh = numbered(80, 'NEW');
  const changed = new Map([
    ['OLD-1', row('OLD-1', undefined, '10.95')],
    ['OLD-2', row('OLD-2', undefined, '11.95')],
    ['OLD-3', row('OLD-3', '"Mug <b>""3""</b>"')],
  ]);
  const kept = old.filter((sku) => !['OLD-57', 'OLD-58', 'OLD-59'].includes(sku));
  const today = [...kept.map((sku) => changed.get(sku) ?? row(sku)), ...fresh.map((sku) => row(sku))];
  write('today.csv', [...today, row('TWICE'), row('TWICE')]);

  const refused = await kim.run(['products', 'diff', 'today.csv', '--json']);
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toContain('duplicate SKU');

  const compared = await kim.run([
    ...['products', 'diff', 'today.csv', '--skip-invalid', '--store-only', '--worklist', 'work.csv', '--json'],
  ]);
  expect(compared.code).toBe(11);
  const { summary, differences } = JSON.parse(compared.out) as { summary: object; differences: readonly Difference[] };
  expect(summary).toMatchObject({ new: 80, differs: 3, same: 53, gone: 3, duplicate: 1, invalid: 2 });
  expect(differences.filter(({ kind }) => kind === 'differs').map(({ key, fields }) => [key, fields])).toEqual([
    ['OLD-1', { price: { store: '9.95', file: '10.95' } }],
    ['OLD-2', { price: { store: '9.95', file: '11.95' } }],
    ['OLD-3', { name: { store: 'Mug OLD-3', file: 'Mug <b>"3"</b>' } }],
  ]);
  const work = readFileSync(join(folder, 'work.csv'), 'utf8').trim().split('\n').slice(1);
  expect(work.map((line) => line.split(',').slice(0, 2).join(' ')).sort()).toEqual([
    ...['OLD-1', 'OLD-2', 'OLD-3'].map((sku) => `change ${sku}`),
    ...['OLD-57', 'OLD-58', 'OLD-59'].map((sku) => `delete or take offline ${sku}`),
    ...['OLD-7', 'OLD-7'].map((sku) => `keep one of these ${sku}`),
  ]);

  // Kim plans, and nothing is sent. Lee looks at the plan, approves it by applying it, and is interrupted three times.
  const before = (await shop.skus()).length;
  const plan = ['products', 'import', 'today.csv', '--skip-invalid', '--save-plan', 'today.plan'];
  expect(await kim.run(plan)).toMatchObject({ code: 7 });
  expect((await shop.skus()).length).toBe(before);
  const shown = await lee.run(['imports', 'show', 'today.plan', '--json']);
  expect(JSON.parse(shown.out)).toMatchObject({ wouldCreate: 80 });

  const apply = ['imports', 'apply', 'today.plan', '--report-html', 'report.html', '--report', 'report.json'];
  for (const products of [1, 10, 20])
    expect(await lee.killed([...apply, '--settle', '3s'], shop.created(products))).toBe(true);
  expect((await shop.skus()).length).toBeLessThan(before + 80);
  const applied = await lee.run([...apply, '--settle', '3s']);
  expect(applied).toMatchObject({ code: 7, err: expect.stringContaining('Continuing import 1') });
  expect((await shop.skus()).length).toBe(before + 80);
  const page = readFileSync(join(folder, 'report.html'), 'utf8');
  if (browserPath !== undefined) expect(await complaintsAbout(page, 'day')).toEqual({});
  expect(await lee.run(apply)).toMatchObject({ code: 2, err: expect.stringContaining('was already applied on') });

  const verified = await lee.run(['imports', 'verify', '--json']);
  expect({ code: verified.code, ...JSON.parse(verified.out) }).toMatchObject({
    ...{ code: 7, rows: 137, once: 133, different: 3, twice: 1, missing: 0, uncertain: 0 },
  });

  // What is left is for the back office, and the next day nobody is told that there is something to create.
  const evening = await kim.run(['products', 'diff', 'today.csv', '--skip-invalid', '--json']);
  expect(JSON.parse(evening.out).summary).toMatchObject({ new: 0, differs: 3, same: 133, duplicate: 1 });
});

interface Difference {
  readonly kind: string;
  readonly key: string;
  readonly fields?: Readonly<Record<string, { readonly store: string; readonly file: string }>>;
}
