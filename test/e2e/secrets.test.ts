import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { silent } from '../support/replies.ts';
import { ownDirectory } from '../support/run.ts';
import { serveStore } from '../support/store.ts';

// What the process itself would give away: reports of Node, and the environment of the programs that it starts. Needs a build (`npm test` makes one).

const bin = resolve('bin/shop-cli.cjs');

/** Waits for a file in a directory that ends so. */
async function fileIn(directory: string, end: RegExp): Promise<string> {
  for (;;) {
    for (const name of await readdir(directory)) {
      const content = await readFile(join(directory, name), 'utf8');
      if (end.test(content)) return content;
    }
    await after(20);
  }
}

test('a report of Node, with the environment and the arguments of the process, does not hold the token', async () => {
  const directory = ownDirectory();
  const { variables, seen } = await serveStore(silent);
  const reports = join(directory, 'reports');
  await mkdir(reports);
  const options = ['--report-on-signal', `--report-directory=${reports}`];
  const child = spawn(process.execPath, [...options, bin, 'products', 'list'], {
    cwd: directory,
    env: { PATH: process.env.PATH, HOME: directory, ...variables },
  });
  for (const stream of [child.stdout, child.stderr]) stream.resume();
  while (seen.length === 0) await after(20);
  child.kill('SIGUSR2');
  const report = await fileIn(reports, /\n}\s*$/);
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect([report.includes('"SHOP_URL"'), report.includes('SHOP_TOKEN')]).toEqual([true, false]);
});
