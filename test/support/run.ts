import { randomBytes } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Clock, Context, Keychain, Output } from '../../src/context.ts';
import { messagesOn } from '../../src/output/status-line.ts';
import { run } from '../../src/program.ts';
import { createFiles } from '../../src/system/files.ts';
import { inspectMachine } from '../../src/system/machine.ts';
import { runShellCommand } from '../../src/system/shell-command.ts';
import { Secrets } from '../../src/text/redact.ts';
import { allowStoresOf, canary, lookIn } from './canary.ts';
import { inDirectory, makeDirectory, ownDirectory, removeDirectory } from './directory.ts';

export { canary, inDirectory, ownDirectory };

export interface Outcome {
  readonly code: number;
  readonly out: string;
  /** Without what an update changed, and without the closing line of a write, which names a port that differs every time. */
  readonly err: string;
  /** `✓ Created customer 104`, without the store; absent where nothing was written. */
  readonly closing?: string;
  /** What an update changed, with its heading. */
  readonly changes?: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  /** Columns of a terminal on stdout and stderr. */
  readonly terminal?: number;
  readonly directory?: string;
  /** Names of files that another program keeps open, so that Windows replaces none of them. */
  readonly keptOpen?: readonly string[];
  /** The home directory, with profiles; a new one by default. */
  readonly home?: string;
  /** The keychain; without one there is none. */
  readonly keychain?: Keychain;
  /** Milliseconds that a token command may take at most. */
  readonly commandLimit?: number;
  /** The version of shop-cli. */
  readonly version?: string;
  /** The time, where it is not that of the virtual clock. */
  readonly now?: () => Date;
  readonly interrupted?: AbortSignal;
  /** Called with each text that is written to stdout, for a command that runs until it is stopped. */
  readonly onOut?: (text: string) => void;
}

/** Runs one command line in this process. Arguments are an array, or one string split at spaces. */
export async function shopCli(line: string | readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const argv = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;
  const secrets = new Secrets();
  const { terminal, stdin = '' } = options;
  const stdout = captured((text) => secrets.removeFrom(text), terminal, options);
  const messages = captured((text) => secrets.removeFromMessage(text), terminal);
  const clock = { ...virtualClock(), ...(options.now && { now: options.now }) };
  const home = options.home ?? makeDirectory();
  const directory = options.directory ?? home;
  allowStoresOf(options.env ?? {}, argv, directory);
  const user = { id: process.geteuid?.() ?? 0, group: process.getegid?.() };
  const stderr = messagesOn(messages, { env: options.env ?? {}, clock, secrets });
  const context: Context = {
    version: options.version ?? '0.0.0-test',
    env: options.env ?? {},
    platform: 'linux',
    cwd: directory,
    home,
    stdin: { isTerminal: false, bytes: () => oneChunk(typeof stdin === 'string' ? Buffer.from(stdin) : stdin) },
    prompts: undefined,
    pager: undefined,
    stdout,
    stderr,
    // Time passes by sleeping alone.
    every: () => () => undefined,
    clock,
    files: onVirtualDisk(createFiles(directory, secrets, user, { stderr, move: moveUnless(options.keptOpen) })),
    keychain: async () => options.keychain,
    runCommand: (command) =>
      runShellCommand(
        { ...command, limit: options.commandLimit ?? command.limit },
        {
          env: { PATH: process.env.PATH, ...options.env },
          platform: process.platform,
          interrupted: options.interrupted ?? new AbortController().signal,
          kill: (id, signal) => process.kill(id, signal),
        },
      ),
    machine: async () => inspectMachine({ user, node: process.versions.node }),
    randomHex: (bytes) => randomBytes(bytes).toString('hex'),
    interrupted: options.interrupted ?? new AbortController().signal,
    secrets,
  };
  const code = await run(argv, context).finally(() => options.home ?? removeDirectory(home));
  const name = argv.slice(0, 6).join(' ');
  lookIn(`the standard output of \`${name}\``, stdout.text());
  lookIn(`the standard error of \`${name}\``, messages.text());
  const [closingLine = '', closing] = /^(✓ .*) on \S+\.\n/m.exec(messages.text()) ?? [];
  const [changes = ''] = /^(?:Changes|Would change on .*):\n(?: {2}.*\n)+/m.exec(messages.text()) ?? [];
  const err = messages.text().replace(closingLine, '').replace(changes, '');
  return { code, out: stdout.text(), err, ...(closing && { closing }), ...(changes && { changes }) };
}

const moveUnless =
  (keptOpen: readonly string[] = []): typeof rename =>
  async (from, to) => {
    if (keptOpen.includes(basename(String(to)))) throw Object.assign(new Error('kept open'), { code: 'EPERM' });
    await rename(from, to);
  };

/** A disk takes time, which is none on the virtual clock: whoever sleeps would wake long before the journal is on it. */
const onVirtualDisk = (files: Context['files']): Context['files'] => ({
  ...files,
  written: async (path, end) => ({ ...(await files.written(path, end)), sync: async () => undefined }),
});

/** Sleeping costs nothing and is seen on the clock: whoever sleeps shortest wakes first, after everything else had its turn. */
export function virtualClock(): Clock {
  let slept = 0;
  const elapsed = (): number => performance.now() + slept;
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  const wakeNext = (): void => {
    const next = [...sleepers].sort((left, right) => left.until - right.until)[0];
    if (!next) return;
    slept += Math.max(0, next.until - elapsed());
    next.wake();
  };
  return {
    now: () => new Date(Date.parse('2026-01-31T12:00:00Z') + slept),
    elapsed,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const wake = (): void => {
          signal?.removeEventListener('abort', wake);
          sleepers.delete(sleeper);
          resolve();
        };
        const sleeper = { until: elapsed() + milliseconds, wake };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', wake);
        setImmediate(wakeNext);
      }),
  };
}

function captured(
  redact: (text: string) => string,
  terminal: number | undefined,
  { onOut }: Pick<RunOptions, 'onOut'> = {},
): Output & { text(): string } {
  const written: string[] = [];
  return {
    isTerminal: terminal !== undefined,
    columns: terminal ?? 80,
    closed: false,
    fault: undefined,
    async write(text) {
      written.push(redact(text));
      onOut?.(text);
    },
    text: () => written.join(''),
  };
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

interface ErrorObject {
  readonly message: string;
  readonly hint: string | null;
}

/** The error object that a command with `--json` leaves on stderr. */
export function errorOf(err: string): ErrorObject {
  const last = err.trimEnd().split('\n').at(-1) ?? '';
  return (JSON.parse(last) as { readonly error: ErrorObject }).error;
}

/** What a person would read in the place of that object. */
export const asText = (err: string): string =>
  err.replace(/^\{"error".*$/m, (line) => {
    const { error, messages } = JSON.parse(line) as { error: ErrorObject; messages: readonly string[] };
    return [...messages, `Error: ${error.message}`, error.hint].filter(Boolean).join('\n');
  });

/** Its message. */
export const messageOf = (err: string): string => errorOf(err).message;
