import { join } from 'node:path';
import type { Clock, Context, Output } from './context.ts';
import { exitCodes, signalCode } from './errors.ts';
import { messagesOn } from './output/status-line.ts';
import { run } from './program.ts';
import { createFiles } from './system/files.ts';
import { homeDirectory } from './system/home.ts';
import { isFile } from './system/output-kind.ts';
import type { User } from './system/own-directory.ts';
import { pagedOutput } from './system/pager.ts';
import { randomHex } from './system/random.ts';
import { endBy, listenForSignals } from './system/signals.ts';
import { Secrets } from './text/redact.ts';

/** Runs shop-cli in this process and returns the exit code. Only a second signal ends the process directly. */
export async function main(argv: readonly string[], version: string): Promise<number> {
  const secrets = new Secrets();
  const interrupted = listenForSignals(process);
  // Nothing can be restored of a terminal that is gone.
  if (process.stdin.isTTY) process.stdin.on('error', () => endBy(process, 'SIGHUP'));
  const code = await run(argv, processContext(version, secrets, interrupted));
  if (interrupted.reason === 'SIGHUP') endBy(process, 'SIGHUP');
  // What was sent and not answered matters more than who stopped it.
  return interrupted.aborted && code !== exitCodes['outcome-unknown'] ? signalCode(interrupted.reason) : code;
}

function processContext(version: string, secrets: Secrets, interrupted: AbortSignal): Context {
  const env = { ...process.env };
  const directory = workingDirectory();
  const stderr = messagesOn(
    processOutput(process.stderr, (text) => secrets.removeFromMessage(text)),
    { env, clock, secrets },
  );
  // A crash report would have it.
  delete process.env.SHOP_TOKEN;
  const plain = processOutput(process.stdout, (text) => secrets.removeFrom(text));
  const { stdout, pager } = pagedOutput(plain, { env, secrets, interrupted });
  return {
    version,
    env,
    platform: process.platform,
    cwd: directory,
    home: homeDirectory(),
    stdin: { isTerminal: process.stdin.isTTY ?? false, bytes: () => process.stdin },
    prompts: canAsk(env) ? terminalFor(env, interrupted) : undefined,
    stdout,
    stderr,
    pager: canPage(env) ? pager : undefined,
    clock,
    every: (milliseconds, tick) => {
      const timer = setInterval(tick, milliseconds).unref();
      return () => clearInterval(timer);
    },
    files: createFiles(directory, secrets, userOf(process), { stderr }),
    keychain: () => keychainOf({ env, secrets, stderr, interrupted, platform: process.platform }),
    runCommand: async (command) =>
      await (await import('./system/shell-command.ts')).runShellCommand(command, {
        env,
        platform: process.platform,
        interrupted,
        kill: (id, signal) => process.kill(id, signal),
      }),
    machine: async () =>
      await (await import('./system/machine.ts')).inspectMachine({
        user: userOf(process),
        node: process.versions.node,
      }),
    randomHex,
    interrupted,
    secrets,
  };
}

const keychainOf = async (
  surroundings: Pick<Context, 'env' | 'secrets' | 'stderr' | 'interrupted' | 'platform'>,
): ReturnType<Context['keychain']> =>
  (await import('./system/keychain.ts')).openKeychain({
    ...surroundings,
    isAttended: canAsk(surroundings.env),
    program: [process.execPath, join(import.meta.dirname, 'keychain-process.cjs')],
  });

const userOf = ({ geteuid, getegid }: NodeJS.Process): User | undefined =>
  geteuid && { id: geteuid(), group: getegid?.(), home: homeDirectory() };

/** A directory that was deleted meanwhile has no name any more; only what names a file in it fails then. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return '/nonexistent';
  }
}

/** A person is there when a terminal is on both sides, and this is not CI. */
const isAttended = (env: Context['env']): boolean => Boolean(process.stdin.isTTY && process.stdout.isTTY) && !env.CI;

const canPage = (env: Context['env']): boolean => isAttended(env) && env.TERM !== 'dumb';

/** Questions are on stderr. */
const canAsk = (env: Context['env']): boolean => process.stderr.isTTY && isAttended(env);

const terminalFor = (env: Context['env'], signal: AbortSignal): NonNullable<Context['prompts']> => ({
  input: process.stdin,
  output: process.stderr,
  signal,
  isPlain: env.TERM === 'dumb',
});

const clock: Clock = {
  now: () => new Date(),
  // Not `performance.now()`, whose module takes milliseconds to load.
  elapsed: () => {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1e3 + nanoseconds / 1e6;
  },
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal?.addEventListener('abort', done);
    }),
};

/**
 * A stream that never throws: a reader that has gone (`| head`) closes it; other faults, such as a full disk, are
 * reported at exit.
 */
function processOutput(stream: NodeJS.WriteStream, redact: (text: string) => string): Output {
  let closed = false;
  let fault: string | undefined;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    closed = true;
    if (error.code !== 'EPIPE') fault = error.code ?? error.message;
  });
  return {
    isTerminal: stream.isTTY ?? false,
    get isFile() {
      return isFile(stream);
    },
    get columns() {
      // 0 where a terminal does not say: `script`, containers.
      return stream.columns || 80;
    },
    get closed() {
      return closed;
    },
    get fault() {
      return fault;
    },
    write: (text) =>
      new Promise((resolve) => {
        if (closed) return resolve();
        stream.write(redact(text), () => resolve());
      }),
  };
}
