import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDirectory, removeDirectory } from '../support/directory.ts';
import { type Ended, installPacked, runProgram, variablesOf } from '../support/programs.ts';
import { canary } from '../support/run.ts';
import { serveSandbox } from '../support/store.ts';

// The packed tarball, installed in an empty folder: what a user gets. Needs a build (`npm test` makes one).

let directory = '';
let tarball = '';
let packed: readonly string[] = [];
const bin = (): string => join(directory, 'node_modules/.bin/shop-cli');

beforeAll(async () => {
  directory = makeDirectory();
  ({ tarball, files: packed } = await installPacked(directory));
});

afterAll(() => removeDirectory(directory));

function run(
  command: string,
  argv: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Ended> {
  const env = { ...process.env, XDG_DATA_HOME: directory, SHOP_URL: '', SHOP_TOKEN: '', ...options.env };
  return runProgram(command, argv, { ...options, env });
}

const shopCli = (argv: readonly string[], env: Record<string, string> = {}): Promise<Ended> =>
  run(bin(), argv, { cwd: directory, env });
const shell = (line: string): Promise<Ended> =>
  run('bash', ['-o', 'pipefail', '-c', line.replaceAll('shop-cli', bin())], { cwd: directory });

describe('the package', () => {
  test('holds the program and nothing of its making', () => {
    const allowed =
      /^(bin\/(shop-cli|start|compile-cache)\.cjs|dist\/[\w-]+\.cjs|dist\/(help|completion|commands)\.json|dist\/THIRD-PARTY-NOTICES\.txt|dist\/sbom\.cdx\.json|dist\/man\/shop-cli[\w-]*\.1|dist\/schemas\/[\w.-]+\.json|examples\/(customers|products)\.csv|deploy\/.+|docs\/.+|\.env\.example|CONTRIBUTING\.md|package\.json|README\.md|LICENSE|CHANGELOG\.md|SKILL\.md|SECURITY\.md)$/;
    expect(packed.filter((path) => !allowed.test(path))).toEqual([]);
  });

  test('brings the licence of everything that is bundled', async () => {
    const notices = await readFile(join(directory, 'node_modules/shop-cli/dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
    expect(
      ['commander 14', 'undici 7', 'zod 4', 'csv-parse 7', 'chalk 5'].filter((name) => !notices.includes(`\n${name}`)),
    ).toEqual([]);
  });

  test('has every schema as a file, as the program prints it', async () => {
    const folder = join(directory, 'node_modules/shop-cli/dist/schemas');
    const listed = (await shopCli(['schema', '--fields', 'name', '--output', 'csv'])).out.split('\n').slice(1, -1);
    expect((await readdir(folder)).sort()).toEqual(listed.map((name) => `${name}.json`).sort());
    const changed = await run('sha256sum', ['--check', '--quiet', resolve('test/docs/schemas.sha256')], {
      cwd: folder,
    });
    expect(changed).toEqual({ code: 0, out: '', err: '' });
  });

  test('tells the version of package.json', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    expect(await shopCli(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  test('the launcher is read by any Node, and says when Node is too old', async () => {
    const launcher = join(directory, 'node_modules/shop-cli/bin/shop-cli.cjs');
    // Every file that an old Node reads: nothing younger than ES5 but in comments and strings.
    const code = (await readFile(launcher, 'utf8')).replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'/g, '');
    expect(code).not.toMatch(/=>|`|\?\.|\?\?|\*\*|\.\.\.|\b(?:const|let|class|async|await|of|import|export|yield)\b/);
    const old = `Object.defineProperty(process.versions, "node", { value: "12.22.0" }); require(${JSON.stringify(launcher)})`;
    expect(await run(process.execPath, ['-e', old])).toEqual({
      code: 2,
      out: '',
      err: 'shop-cli needs Node 20.19 or newer; this is Node 12.22.0.\nInstall a newer one from nodejs.org.\n',
    });
  });
});

test('installed for everyone, in an empty folder: the first steps of the help work', async () => {
  const [prefix, empty] = [join(directory, 'global'), join(directory, 'empty')];
  await mkdir(empty);
  await run('npm', ['install', '--global', '--prefix', prefix, '--prefer-offline', '--ignore-scripts', tarball]);
  const env = { PATH: `${join(prefix, 'bin')}:${process.env.PATH}`, XDG_DATA_HOME: empty, XDG_STATE_HOME: empty };
  const paste = (line: string): Promise<Ended> => run('bash', ['-c', line], { cwd: empty, env });
  const { out: help } = await paste('shop-cli --help');
  const codes: number[] = [];
  for (const line of help.match(/^ {2}shop-cli --store sandbox .*/gm) ?? []) codes.push((await paste(line)).code);
  expect(codes).toEqual([0, 0, 0]);
});

describe('the installed program', () => {
  test('imports the example catalogue into the embedded store, and finds it there in the next call', async () => {
    const imported = await shopCli(
      '--store sandbox:shop.db products import node_modules/shop-cli/examples/products.csv --json'.split(' '),
    );
    const listed = await shopCli(['--store', 'sandbox:shop.db', 'products', 'get', 'GARDEN-001', '--json']);
    expect([imported.code, JSON.parse(imported.out).created, JSON.parse(listed.out).name]).toEqual([
      0,
      69,
      'Watering can, galvanised, 10 litres',
    ]);
  });

  test('keeps the database of the embedded store for its user alone', async () => {
    await shopCli(['--store', 'sandbox:own/shop.db', 'products', 'list']);
    const modes = await Promise.all(
      ['own', 'own/shop.db'].map(async (path) => ((await stat(join(directory, path))).mode & 0o777).toString(8)),
    );
    expect(modes).toEqual(['700', '600']);
  });

  test('a closed pipe is success, without a message', async () => {
    const { code, out, err } = await shell('shop-cli --store sandbox products list --all --json | head -1');
    expect({ code, out, err }).toEqual({ code: 0, out: '[\n', err: '' });
  });

  test('a full disk under the result is not success', async () => {
    expect(await shell('shop-cli --store sandbox products list --json > /dev/full')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Failed to write the result (ENOSPC)'),
    });
  });

  test('the sandbox as its own process ends with Ctrl-C', async () => {
    const argv = ['sandbox', '--port', '0', '--db', 'process.db', '--empty'];
    const sandbox = spawn(bin(), argv, { cwd: directory, stdio: ['ignore', 'pipe', 'ignore'] });
    const variables = await variablesOf(sandbox.stdout);
    const created = await shopCli(['products', 'create', '--sku', 'A'], variables);
    sandbox.kill('SIGINT');
    expect([created.code, await once(sandbox, 'exit')]).toEqual([0, [130, null]]);
  });
});

test('installed without its optional packages, shop-cli keeps the token of a profile in a file', async () => {
  const alone = join(directory, 'alone');
  await mkdir(alone);
  await run('npm', ['install', '--omit=optional', '--prefer-offline', '--ignore-scripts', '--prefix', alone, tarball]);
  expect(await readdir(join(alone, 'node_modules'))).toEqual(['.bin', '.package-lock.json', 'shop-cli']);
  const { url } = await serveSandbox();
  // Where there might be a keychain.
  const env = { HOME: alone, XDG_CONFIG_HOME: '', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
  const shop = (line: string) =>
    run('bash', ['-c', line.replace('shop-cli', join(alone, 'node_modules/.bin/shop-cli'))], { cwd: alone, env });
  await writeFile(join(alone, 'token'), canary);
  expect(await shop(`shop-cli auth login shop --store ${url} --token-file token`)).toMatchObject({
    code: 0,
    err: expect.stringContaining(
      `with its token in ${join(alone, '.config/shop-cli/credentials.json')}, which only you can read.`,
    ),
  });
  expect(await shop('shop-cli products get BEL-001 --fields sku -o csv')).toMatchObject({
    code: 0,
    out: 'sku\nBEL-001\n',
  });
  expect((await shop('shop-cli auth logout shop --yes')).code).toBe(0);
});

test('every link of a page in the package leads to a file in the package', () => {
  const pages = packed.filter((path) => path.endsWith('.md'));
  const broken = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s#]+)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/.test(link))
      .map((link) => join(dirname(page), link))
      .filter((target) => !packed.some((path) => path === target || path.startsWith(`${target}/`))),
  );
  expect(broken).toEqual([]);
});

interface Bill {
  readonly components: readonly (Readonly<Record<'group' | 'name' | 'version' | 'scope', string | undefined>> & {
    readonly 'bom-ref': string;
  })[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

test('the bill of materials has what the notices have, and every package that npm installed with it', async () => {
  const read = (name: string): Promise<string> => readFile(join(directory, 'node_modules/shop-cli/dist', name), 'utf8');
  const bill = JSON.parse(await read('sbom.cdx.json')) as Bill;
  const listed = bill.components.map(({ group, name, version, scope }) => ({
    whole: `${group ? `${group}/` : ''}${name} ${version}`,
    isBundled: scope === 'required',
  }));
  const bundled = listed.filter(({ isBundled }) => isBundled).map(({ whole }) => whole);
  const optional = listed.filter(({ isBundled }) => !isBundled).map(({ whole }) => whole);
  const notices = [...(await read('THIRD-PARTY-NOTICES.txt')).matchAll(/^-{80}\n(\S+ \S+) \(/gm)].map(
    ([, name]) => name,
  );
  expect(bundled).toEqual(notices);
  const lock = JSON.parse(await readFile(join(directory, 'node_modules/.package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version: string }>>;
  };
  const installed = Object.entries(lock.packages)
    .map(([path, { version }]) => `${path.replace('node_modules/', '')} ${version}`)
    .filter((whole) => !whole.startsWith('shop-cli '));
  expect(installed.length).toBeGreaterThan(4);
  expect(installed.filter((whole) => !optional.includes(whole))).toEqual([]);
  const refs = new Set(bill.components.map((component) => component['bom-ref']));
  const reached = bill.dependencies.flatMap(({ dependsOn = [] }) => dependsOn);
  expect(new Set(reached)).toEqual(refs);
});
