import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ownDirectory } from '../../support/run.ts';
import { serveStore } from '../../support/store.ts';
import { catalogue, type Product, storeOf } from '../product-store.ts';

// The built program (`npm test` makes one), killed as by the kernel.

test('a plan whose application is killed three times is continued, sends every row once, and is used up then', async () => {
  const products: Product[] = [{ productId: 900, sku: 'S-3', name: 'Product 3' }];
  let program: ChildProcess | undefined;
  const killAt = [12, 30, 45];
  const { variables } = await serveStore(
    storeOf(products, () => {
      if (products.length >= (killAt[0] ?? Number.POSITIVE_INFINITY)) {
        killAt.shift();
        program?.kill('SIGKILL');
      }
      return { status: 201 };
    }),
  );
  const directory = ownDirectory({ 'in.csv': catalogue(60) });
  const run = async (line: string) => {
    const env = { PATH: process.env.PATH, HOME: directory, ...variables };
    const argv = [resolve('bin/shop-cli.cjs'), ...line.split(' ')];
    program = spawn(process.execPath, argv, { cwd: directory, env, stdio: ['ignore', 'ignore', 'pipe'] });
    const [err, [code, signal]] = await Promise.all([
      text(program.stderr as NonNullable<ChildProcess['stderr']>),
      once(program, 'exit'),
    ]);
    return { ended: signal ?? code, err };
  };
  const apply = 'imports apply import.plan --concurrency 4 --settle 1s';
  const ends = [await run('products import in.csv --save-plan import.plan')];
  for (let times = 0; times < 4; times++) ends.push(await run(apply));
  const again = await run(apply);
  const skus = products.map(({ sku }) => sku);
  expect({
    ends: ends.map(({ ended }) => ended),
    continued: ends.slice(2).every(({ err }) => err.includes('Continuing import 1')),
    again: [again.ended, /was already applied on .* \(import 1\)/.test(again.err)],
    products: [skus.length, new Set(skus).size],
  }).toEqual({
    ends: [0, 'SIGKILL', 'SIGKILL', 'SIGKILL', 0],
    continued: true,
    again: [2, true],
    products: [60, 60],
  });
}, 120_000);
