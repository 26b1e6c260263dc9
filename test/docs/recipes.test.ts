import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { isInstalled, putOnPath, runProgram } from '../support/programs.ts';
import { ownDirectory } from '../support/run.ts';

// The command blocks of README.md and docs/, line by line as somebody types them, with the embedded store. Needs a build.

/** Internals are for a clone of the repository; test/docs/commands.test.ts runs each example of commands.md. */
const pages = [
  'README.md',
  'SKILL.md',
  ...(await readdir('docs'))
    .filter((name) => name.endsWith('.md') && name !== 'commands.md')
    .map((name) => `docs/${name}`),
];

/** What is not run, and why. */
const notRun: readonly (readonly [line: RegExp, why: string])[] = [
  [/^(npm|npx|docker|openssl|curl) |^rm -r ~/, 'installs, removes, or needs the network'],
  [/^export (HTTPS?_PROXY|NO_PROXY|NODE_EXTRA_CA_CERTS|SHOP_\w+)=/, 'names a store or a proxy that is not there'],
  [/--ca-file /, 'needs the certificate of a company'],
  [/^shop-cli doctor --store /, 'needs a shop'],
  [/auth (login|logout|switch)|--profile /, 'needs a store with a token'],
  [/^shop-cli sandbox( |$)/, 'runs until it is stopped'],
  ...(isInstalled('jq') ? [] : ([[/\bjq /, 'needs jq']] as const)),
];

/** Lines with another exit code than 0, which is what they show. */
const otherCodes: readonly (readonly [line: RegExp, codes: readonly number[]])[] = [
  [/ products diff /, [0, 11]],
  [/^SHOP_READ_ONLY=1 /, [2]],
  // Asks, and nobody is there to answer.
  [/^shop-cli orders delete 1001$/, [2]],
];

/** Files that the reader has: a catalogue under the names that the pages use, with one column more. */
const catalogues = ['catalogue.csv', 'old-shop.csv', 'feed.csv', 'products.csv', 'production.csv'];
const catalogue = (await readFile('examples/products.csv', 'utf8')).replace(/^(sku|[A-Z]+-\w+),/gm, (start, key) =>
  key === 'sku' ? `Reference #,${start}` : `${key},${start}`,
);

/** The customers of another shop, with columns for deliveries. */
const customers = (await readFile('examples/customers.csv', 'utf8'))
  .split('\n')
  .map((line, at) => line && `${line},${at === 0 ? 'Ship to street,Ship to zip' : 'Neude 5,3512 AD'}`)
  .join('\n');

const linesOf = (text: string): readonly string[] =>
  [...text.matchAll(/^```sh\n(.*?)^```/gms)]
    .flatMap(([, block = '']) => block.replaceAll(/ *\\\n */g, ' ').split('\n'))
    .map((line) => line.replace(/(^|\s)# .*$/, '').trim())
    .filter((line) => line !== '');

const texts = new Map(await Promise.all(pages.map(async (page) => [page, await readFile(page, 'utf8')] as const)));
const isRun = (line: string): boolean => !notRun.some(([pattern]) => pattern.test(line));
const withCommands = [...texts]
  .map(([page, text]) => [page, linesOf(text).filter(isRun)] as const)
  .filter(([, lines]) => lines.length > 0);

/** What is typed one page after the other, on one machine: below. */
const inARow: readonly string[] = ['README.md', 'docs/support.md'];

test.each(withCommands.filter(([page]) => !inARow.includes(page)))(
  'every command of %s works as it is written, in order',
  { timeout: 300_000 },
  async (page, lines) => {
    const machine = await machineFor(page);
    expect((await type(machine, lines)).map((wrong) => `${page}: ${wrong}`)).toEqual([]);
  },
);

/** What the shop has of its first people, whom docs/support.md asks for. */
const people = 'shop-cli customers get 101 102 103 104 --full --json > people.json';

test('the recipes of README.md leave the people of docs/support.md as they were, and both pages work', {
  timeout: 300_000,
}, async () => {
  const linesOn = (page: string): readonly string[] => withCommands.find(([name]) => name === page)?.[1] ?? [];
  const machine = await machineFor('README.md');
  const seen = async (): Promise<string> => {
    expect(await type(machine, [people])).toEqual([]);
    return await readFile(join(machine, 'people.json'), 'utf8');
  };
  const before = await seen();
  expect(await type(machine, linesOn('README.md'))).toEqual([]);
  expect(await seen()).toBe(before);
  expect(await type(machine, linesOn('docs/support.md'))).toEqual([]);
});

/** A folder with what the reader of a page has: of README.md a fresh clone, of the others files under the names that they use. */
async function machineFor(page: string): Promise<string> {
  const machine = ownDirectory();
  putOnPath(join(machine, 'bin'));
  await symlink(resolve('examples'), join(machine, 'examples'));
  if (page === 'README.md') return machine;
  for (const name of catalogues) await writeFile(join(machine, name), catalogue);
  await writeFile(join(machine, 'customers.csv'), customers);
  await writeFile(join(machine, 'brand.csv'), 'sku;name;Net price\nBR-1;Desk lamp;12,50\nBR-2;Floor lamp;49,95\n');
  return machine;
}

/** Types lines in their order, and returns what went wrong. */
async function type(machine: string, lines: readonly string[]): Promise<readonly string[]> {
  const env = { PATH: `${join(machine, 'bin')}:${process.env.PATH}`, HOME: machine, SHOP_URL: 'sandbox' };
  const wrong: string[] = [];
  for (const line of lines) {
    const { code, err } = await runProgram('/bin/bash', ['-c', line], { cwd: machine, env });
    const expected = otherCodes.find(([pattern]) => pattern.test(line))?.[1] ?? [0];
    if (!expected.includes(code ?? -1)) wrong.push(`${line}: ${code} ${err}`);
  }
  return wrong;
}

test('the page of files names every file that commands leave behind', async () => {
  const machine = ownDirectory();
  putOnPath(join(machine, 'bin'));
  await writeFile(join(machine, 'products.csv'), catalogue);
  await writeFile(join(machine, 'customers.csv'), customers);
  const env = { PATH: `${join(machine, 'bin')}:${process.env.PATH}`, HOME: machine, SHOP_URL: 'sandbox' };
  const imports = [
    'products import products.csv',
    'products import products.csv --shard 1/2',
    'customers import customers.csv',
  ];
  const commands = [...imports, 'customers find wit'];
  for (const command of commands) await runProgram('/bin/bash', ['-c', `shop-cli ${command}`], { cwd: machine, env });
  const left = (await readdir(machine, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.parentPath.includes('/.'))
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .replace(machine, '~')
        .replace(/sandbox_[^/]+/, '<store>'),
    );
  const page = texts.get('docs/files.md') ?? '';
  const isNamed = (path: string): boolean =>
    page.includes(`\`${path}\``) || path.startsWith('~/.cache/shop-cli/compiled/') || path.endsWith('.lock');
  expect(left.length).toBeGreaterThan(3);
  expect(left.filter((path) => !isNamed(path))).toEqual([]);
});

test('each recipe that is not run is still in the docs', () => {
  const all = [...texts.values()].flatMap(linesOf);
  expect(notRun.filter(([pattern]) => !all.some((line) => pattern.test(line)))).toEqual([]);
});
