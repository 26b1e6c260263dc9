import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly engines?: { readonly node?: string };
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Readonly<Record<string, Record<string, string>>>;

const named = (which: (locked: Locked) => boolean): readonly string[] =>
  packages.filter(([, locked]) => which(locked)).map(([path]) => path);

test('every dependency is named with one exact version', () => {
  const versions = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.entries(manifest[kind] ?? {}),
  );
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

test('no package runs a script when it is installed, and ours has none either', () => {
  expect(named(({ hasInstallScript }) => hasInstallScript === true)).toEqual([]);
  expect(Object.keys(manifest.scripts ?? {}).filter((name) => /install|prepare/.test(name))).toEqual([]);
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
});

test('every package is checked against a SHA-512, but for tools of development on other systems', () => {
  const unchecked = named(({ integrity = '', dev, optional }) => !/^sha512-/.test(integrity) && !(dev && optional));
  expect(unchecked).toEqual([]);
});

test('every package comes from the registry: none from an address, a repository or a folder', () => {
  expect(named(({ resolved, link }) => resolved !== undefined || link === true)).toEqual([]);
});

test('every package runs on Node 20, so that installing says nothing of another one', () => {
  const newer = named(({ engines: { node = '' } = {} }) => /^>= ?2[1-9][.\d]*$/.test(node));
  expect(newer).toEqual([]);
});

/** Named by the customer: our own code in place of one of them, even if it is faster, is a decision of theirs. */
const namedByCustomer = [
  ...['commander', '@inquirer/prompts', 'undici', 'cli-table3', 'chalk', 'zod', 'csv-parse'],
] as const;

test.each(namedByCustomer)('%s, which the customer named, carries its part of the work', (name) => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const imports = new RegExp(`from '${name}(/[^']*)?'`);
  expect(sources.some((path) => imports.test(readFileSync(`src/${path}`, 'utf8')))).toBe(true);
});
