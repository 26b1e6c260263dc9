import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as after } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { silent } from '../support/replies.ts';
import { canary, ownDirectory } from '../support/run.ts';
import { type Behaviour, json, serveStore } from '../support/store.ts';

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

test.skipIf(process.platform !== 'linux')(
  'the browser that the program starts does not inherit the token',
  async () => {
    const directory = ownDirectory();
    const page: Behaviour = (request, response) =>
      json(response, 200, { productId: '1', urlAbs: `http://${request.headers.host}/mug` });
    const { variables } = await serveStore(page);
    const programs = join(directory, 'bin');
    const started = join(directory, 'started');
    await Promise.all([mkdir(programs), mkdir(started)]);
    await writeFile(
      join(programs, 'xdg-open'),
      `#!/bin/sh
{ echo "$@"; env; echo end; } > '${started}/env'
`,
    );
    await chmod(join(programs, 'xdg-open'), 0o755);
    const child = spawn(process.execPath, [bin, 'products', 'get', '1', '--web'], {
      cwd: directory,
      env: { PATH: `${programs}:${process.env.PATH}`, HOME: directory, DISPLAY: ':99', ...variables },
    });
    const [err] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(err).not.toContain('Open this page');
    const environment = await fileIn(started, /\nend\n$/);
    expect([
      environment.includes('/mug'),
      environment.includes('SHOP_URL='),
      environment.includes('SHOP_TOKEN'),
    ]).toEqual([true, true, false]);
    expect(environment).not.toContain(canary);
  },
);
