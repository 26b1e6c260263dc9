import { type ExecFileOptions, execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface ProgramOptions extends Pick<ExecFileOptions, 'cwd' | 'env' | 'uid' | 'timeout'> {
  readonly stdin?: string;
}

/** The built program. */
export const bin = resolve('bin/shop-cli.cjs');

/** What the package is made of. The tests name their token, which no test may write. */
export const packageSources = [
  ...['src', 'bin', 'docs', 'examples', 'deploy', 'build.mjs', 'package.json', 'package-lock.json'],
  ...['README.md', 'LICENSE', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'SKILL.md', '.env.example'],
];

/** Runs a program to its end; one that was killed has no number as its code. */
export const runProgram = (
  command: string,
  argv: readonly string[],
  { stdin = '', ...options }: ProgramOptions = {},
): Promise<Ended> =>
  new Promise((ended) => {
    const child = execFile(command, argv, { maxBuffer: 2 ** 30, ...options }, (error, out, err) =>
      ended({ code: error ? Number(error.code ?? Number.NaN) : 0, out: String(out), err: String(err) }),
    );
    // It may end before it has read this.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(stdin);
  });

/** The variables that a sandbox prints once it serves; without both where it ends before. */
export async function variablesOf(stdout: Readable): Promise<Record<string, string>> {
  const variables: Record<string, string> = {};
  for await (const line of createInterface({ input: stdout })) {
    const [name = '', value = ''] = line.split(/=(.*)/s);
    variables[name] = value;
    if (variables.SHOP_URL && variables.SHOP_TOKEN) break;
  }
  return variables;
}

export function isInstalled(command: string): boolean {
  try {
    execFileSync(command, ['-c', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Makes the built program the command `shop-cli` in a folder for the path of a shell. */
export function putOnPath(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'shop-cli'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
  chmodSync(join(folder, 'shop-cli'), 0o755);
}

/** Installs a package into a folder of its own. */
export async function install(folder: string, name: string, scripts = '--ignore-scripts'): Promise<Ended> {
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const options = ['--prefer-offline', '--no-audit', '--no-fund', scripts];
  return await runProgram('npm', ['install', ...options, name], { cwd: folder, timeout: 120_000 });
}

/** Packs shop-cli and installs the tarball into a folder, as a user gets it. */
export async function installPacked(
  folder: string,
): Promise<{ readonly tarball: string; readonly files: readonly string[] }> {
  const { out } = await runProgram('npm', ['pack', '--json', '--pack-destination', folder]);
  const [{ filename, files }] = JSON.parse(out) as [{ filename: string; files: readonly { path: string }[] }];
  const tarball = join(folder, filename);
  await install(folder, tarball);
  return { tarball, files: files.map(({ path }) => path) };
}
