import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type IPty, spawn } from '@lydell/node-pty';
import { expect, test } from 'vitest';
import { allowStoresOf } from '../support/canary.ts';
import { ownDirectory } from '../support/directory.ts';
import { canary } from '../support/run.ts';
import { openStore } from './asking.ts';

// Node aborts where it restores a terminal that is gone.

test.each([
  ['Store address', 'auth login'],
  ['Product name', 'products create'],
  ['Delete customer 101', 'customers delete 101'],
])('a terminal that is closed at the question "%s" ends %s by SIGHUP', async (text, command) => {
  const { url, writes } = await openStore();
  const directory = ownDirectory();
  const store = command === 'auth login' ? {} : { SHOP_URL: url, SHOP_TOKEN: canary };
  // The shell lives on to say how the program ended.
  const shell = ['-c', 'trap : HUP; "$@"; echo $? >status', 'sh', process.execPath];
  await closeTerminalAt(text, directory, ['/bin/sh', ...shell, ...commandLine(command)], store);
  const status = (): Promise<string> => readFile(join(directory, 'status'), 'utf8').catch(() => '');
  await expect.poll(status, { timeout: 20_000 }).toBe('129\n');
  expect(writes()).toEqual([]);
});

test('a sandbox whose terminal is closed ends by SIGHUP', async () => {
  const line = commandLine('sandbox --port 0 --db sandbox.db');
  const pty = await closeTerminalAt('Press Ctrl-C to stop it.', ownDirectory(), [process.execPath, ...line], {});
  expect(await new Promise((ended) => pty.onExit(({ signal }) => ended(signal)))).toBe(1);
});

const commandLine = (words: string): readonly string[] => [resolve('bin/shop-cli.cjs'), ...words.split(' ')];

async function closeTerminalAt(
  text: string,
  cwd: string,
  [program = '', ...argv]: readonly string[],
  store: Readonly<Record<string, string>>,
): Promise<IPty> {
  const env = { PATH: process.env.PATH ?? '', TERM: 'xterm-256color', HOME: cwd, ...store };
  allowStoresOf(env, [], cwd);
  const pty = spawn(program, argv, { cwd, env });
  let screen = '';
  await new Promise<void>((isThere) =>
    pty.onData((bytes) => {
      screen += bytes;
      if (screen.includes(text)) isThere();
    }),
  );
  (pty as unknown as { destroy(): void }).destroy();
  return pty;
}
