import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ShellCommand } from '../../src/context.ts';
import { runShellCommand } from '../../src/system/shell-command.ts';
import { ownDirectory } from '../support/directory.ts';

const alone = { usesTerminal: false, readsTerminal: false, limit: undefined };

function run(command: string, cwd: string, options: Partial<ShellCommand> = {}, interrupted = new AbortController()) {
  const env = { PATH: process.env.PATH, NAME: 'value', SHOP_TOKEN: 'a', SHOP_TOKEN_COMMAND: 'b', SHOP_URL: 'c' };
  return runShellCommand(
    { ...alone, command, cwd, variables: { MARK: 'm' }, ...options },
    {
      env,
      platform: process.platform,
      interrupted: interrupted.signal,
      kill: (id, signal) => process.kill(id, signal),
    },
  );
}

const isRunning = (id: number): boolean => {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
};

/** Leaves the processor to others. */
const moment = () => after(10);

/** Starts another program that stays, and names it in the file `id`. */
const starting = 'sleep 600 & echo $! > started; mv started id; wait';

test('a command has the environment of its user, but for tokens', async () => {
  const { out } = await run('echo "$NAME$SHOP_TOKEN$SHOP_TOKEN_COMMAND$SHOP_URL$MARK"', ownDirectory());
  expect(out).toBe('valuecm\n');
});

test('what it prints is read up to 8 KiB, and it is not held up by the rest', async () => {
  const { out, messages, problem } = await run('yes | head -c 300000; yes | head -c 300000 >&2', ownDirectory());
  expect([out.length, messages.length, problem]).toEqual([8192, 8192, undefined]);
});

test.each([
  ['a time limit', { limit: 1000 }, 'it did not end within 1 s'],
  ['Ctrl-C', {}, 'it was stopped'],
])('%s ends it with all that it has started', async (by, options, expected) => {
  const directory = ownDirectory();
  const interrupted = new AbortController();
  // On a busy machine a second may be over before the other program is there.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const running = run(starting, directory, options, interrupted);
  while (!existsSync(join(directory, 'id'))) await moment();
  if (by === 'Ctrl-C') interrupted.abort();
  else vi.advanceTimersByTime(1000);
  expect((await running).problem).toBe(expected);
  const id = Number(readFileSync(join(directory, 'id'), 'utf8'));
  // Whoever takes over its children has to notice first.
  while (isRunning(id)) await moment();
});

test.each([
  ['a NUL character', 'a\0b', '.', 'it contains a NUL character'],
  ['a directory that is gone', 'true', '/nonexistent', 'the directory /nonexistent does not exist'],
])('a command for the token that cannot be run is said to be a problem: %s', async (_, command, cwd, problem) => {
  expect((await run(command, cwd)).problem).toBe(problem);
});

test('on Windows what the shell has started is ended before the shell, by taskkill of the system', async () => {
  const interrupted = new AbortController();
  const ran: string[] = [];
  const running = runShellCommand(
    { ...alone, command: 'sleep 600', cwd: ownDirectory(), variables: {} },
    {
      env: { PATH: process.env.PATH, SystemRoot: 'D:\\Windows' },
      platform: 'win32',
      interrupted: interrupted.signal,
      kill: () => undefined,
      run: (program, args) => void ran.push([program, ...args].join(' ')),
    },
  );
  interrupted.abort();
  expect((await running).problem).toBe('it was stopped');
  expect(ran).toEqual([expect.stringMatching(/^D:\\Windows\\System32\\taskkill\.exe \/PID \d+ \/T \/F$/)]);
});
