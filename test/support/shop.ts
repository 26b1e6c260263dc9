import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished } from 'vitest';
import { ownDirectory } from './directory.ts';
import { bin, type Ended, runProgram, variablesOf } from './programs.ts';

/** The built program against a store of its own. */
export interface Shop {
  /** Environment variables that select its store. */
  readonly variables: Readonly<Record<string, string>>;
  /** Runs a command that must succeed; gives its standard output. */
  done(argv: readonly string[], stdin?: string): Promise<string>;
  /** The same with --json, parsed. */
  json(argv: readonly string[], stdin?: string): Promise<unknown>;
  exitCode(argv: readonly string[]): Promise<number>;
  /** The SKUs of its products, sorted. */
  skus(): Promise<readonly string[]>;
  /** Resolves when so many more products were created. */
  created(count: number): Promise<void>;
}

/** What a program knows whose home is this directory. */
export const environmentIn = (directory: string): Readonly<Record<string, string>> => ({
  PATH: process.env.PATH ?? '',
  HOME: directory,
  XDG_DATA_HOME: directory,
  TZ: 'UTC',
});

/** The built program as a sandbox on a free port, for as long as the test runs. */
export function startSandbox(directory: string, options: readonly string[]) {
  const argv = [bin, 'sandbox', '--port', '0', ...options];
  const child = spawn(process.execPath, argv, { cwd: directory, env: environmentIn(directory) });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null && child.kill()) await once(child, 'exit');
  });
  return { child, log: createInterface({ input: child.stderr }), variables: variablesOf(child.stdout) };
}

/**
 * A store on a free port, with its database in an empty folder, for as long as the test runs.
 * @param options more options of the `sandbox` command
 */
export async function openShop({ options = [] as readonly string[] } = {}): Promise<Shop> {
  const directory = ownDirectory();
  const { log, variables: printed } = startSandbox(directory, ['--db', 'day.db', ...options]);
  const created = (count: number): Promise<void> =>
    new Promise((resolve) => {
      let left = count;
      log.on('line', (line) => {
        if (/^POST \S+\/products(\?\S*)? 200/.test(line) && --left === 0) resolve();
      });
    });
  const variables = await printed;
  const env = { ...environmentIn(directory), ...variables };
  const run = (argv: readonly string[], stdin = ''): Promise<Ended> =>
    runProgram(process.execPath, [bin, ...argv], { cwd: directory, env, stdin });
  const done = async (argv: readonly string[], stdin?: string): Promise<string> => {
    const { code, out, err } = await run(argv, stdin);
    const problems = err
      .replace(loweredPoints, '')
      .replace(changes, '')
      .replace(/^No products match( ".*")?\.\n/, '')
      .replace(/^✓ .* on \S+\.\n$/, '');
    expect({ argv, code, problems }).toEqual({ argv, code: 0, problems: '' });
    return out;
  };
  const json = async (argv: readonly string[], stdin?: string) => JSON.parse(await done([...argv, '--json'], stdin));
  return {
    ...{ created, variables, done, json },
    skus: async () => {
      const products: readonly { readonly sku: string }[] = await json(['products', 'list', '--all']);
      return products.map(({ sku }) => sku).sort();
    },
    exitCode: async (argv) => (await run(argv)).code,
  };
}

/** A file for an import. */
export const catalogueOf = (skus: readonly string[]): string =>
  `sku,name,price\n${skus.map((sku) => `${sku},Mug,9.95\n`).join('')}`;

/** A day asks for more points than there are. */
const loweredPoints = /^Warning: The store set the loyalty points to \d+ instead of.*\n/m;

/** What an update changed. */
const changes = /^Changes:\n(?: {2}.*\n)+/m;
