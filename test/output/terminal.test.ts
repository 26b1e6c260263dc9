import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { listWriter, writeRecord } from '../../src/output/formats.ts';
import { linked, pageAddress, showsLinks, showsTabProgress } from '../../src/output/terminal.ts';
import { widthOf } from '../../src/output/width.ts';
import * as record from '../../src/resources/record-fields.ts';
import { ownDirectory } from '../support/run.ts';
import { serveSandbox } from '../support/store.ts';
import { paper } from './paper.ts';

test.each<[Readonly<Record<string, string>>, boolean]>([
  [{}, false],
  [{ TERM: 'xterm-256color' }, false],
  [{ TERM_PROGRAM: 'Apple_Terminal', TERM_PROGRAM_VERSION: '455' }, false],
  [{ TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.5' }, false],
  [{ TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.10.1' }, true],
  [{ TERM_PROGRAM: 'vscode', TERM_PROGRAM_VERSION: '1.104.0' }, true],
  [{ TERM_PROGRAM: 'WezTerm', TERM_PROGRAM_VERSION: '20240203-110809-5046fc22' }, true],
  [{ TERM_PROGRAM: 'ghostty', TERM_PROGRAM_VERSION: '1.2.3' }, true],
  [{ VTE_VERSION: '5000' }, false],
  [{ VTE_VERSION: '7600' }, true],
  [{ WT_SESSION: '2d6f' }, true],
  [{ TERM: 'xterm-kitty' }, true],
  [{ FORCE_HYPERLINK: '1' }, true],
  [{ FORCE_HYPERLINK: '0', WT_SESSION: '2d6f' }, false],
])('a terminal with %j shows links: %j', (env, expected) => {
  expect(showsLinks(env)).toBe(expected);
});

test.each<[Readonly<Record<string, string>>, boolean]>([
  [{ TERM: 'xterm-kitty' }, false],
  [{ TERM_PROGRAM: 'iTerm.app' }, false],
  [{ TERM_PROGRAM: 'iTerm.app', TERM_FEATURES: 'T3LrMSc7UUw9Ts3BFGsSyHNoSxF' }, false],
  [{ TERM_PROGRAM: 'iTerm.app', TERM_FEATURES: 'T3LrMSc7UUw9Ts3BFGsSyHNoSxFP' }, true],
  [{ TERM_PROGRAM: 'WezTerm' }, true],
  [{ TERM_PROGRAM: 'ghostty' }, true],
  [{ ConEmuANSI: 'ON' }, true],
  [{ WT_SESSION: '2d6f' }, true],
])('a terminal with %j shows progress in its tab: %j', (env, expected) => {
  expect(showsTabProgress(env)).toBe(expected);
});

test.each([
  ...[
    undefined,
    null,
    7,
    '',
    'product/200',
    '//shop.example/200',
    'https://',
    `https://shop.example/${'a'.repeat(2000)}`,
    'https://evil.example/',
    'https://shop.example.evil.example/',
    'https://evilshop.example/',
    'https://shop.example.:443@evil.example/',
  ],
  ...['javascript:alert(1)', 'file:///etc/passwd', 'ftp://shop.example/', 'https://shop.example@evil.example/'],
  ...['https://shop.example/\u001b]8;;https://evil.example\u0007', 'https://shop.example/\u0007'],
  ...['https://shop.example/\u009c', 'https://shop.example/\n', 'https://shop.example/\u202egnp'],
])('%j is no page to lead to', (address) => {
  expect(pageAddress(address, 'shop.example')).toBeUndefined();
  expect(pageAddress('https://shop.example/200', undefined)).toBeUndefined();
});

test.each([
  'https://shop.example/200',
  'http://shop.example:8080/200',
  'https://www.shop.example/200',
  'HTTPS://SHOP.EXAMPLE/200',
])('a name may link to %s, a page on the host of the store', (address) => {
  expect([pageAddress(address, 'shop.example')?.href, pageAddress(address, 'www.shop.example')?.href]).toEqual(
    Array(2).fill(new URL(address).href),
  );
});

test.each([
  ['https://shop.example/a(b)?c=1&d=é#e', 'https://shop.example/a%28b%29?c=1&d=%C3%A9#e'],
  ["http://localhost:80/it's+more;x=[1]!", 'http://localhost/it%27s%2Bmore%3Bx=%5B1%5D%21'],
])('a link to %s takes no columns', (address, written) => {
  const link = linked('Café lamp 電灯', new URL(address));
  expect(link).toBe(`\u001b]8;;${written}\u0007Café lamp 電灯\u001b]8;;\u0007`);
  expect(widthOf(link)).toBe(14);
});

test('there is no link to an address with brackets, which would take columns', () => {
  expect(linked('Lamp', new URL('http://[::1]:8080/lamp'))).toBe('Lamp');
});

describe('the name of a record', () => {
  const fields: record.Fields = {
    id: record.id('ID').inTable(1),
    name: record.text('Name').inTable(2).leadsTo('page'),
    stock: record.count('Stock').inTable(3),
    page: record.text('URL'),
  };
  const long = 'Desk lamp with a long neck and a heavy foot';
  const records = [
    { id: 1, name: long, stock: 5, page: 'https://shop.example/1' },
    { id: 2, name: 'Café lamp 電灯', stock: 50, page: 'https://evil.example/2' },
    { id: 3, name: 'Lamp', stock: 500, page: 'https://shop.example/3' },
  ];
  const drawn = async (links: string | undefined, width?: number): Promise<string> => {
    const target = { ...paper(width), links };
    const list = listWriter('table', { fields }, target);
    await list.add(records);
    await list.end();
    return target.text();
  };
  const link = (page: number, text: string): string =>
    `\u001b]8;;https://shop.example/${page}\u0007${text}\u001b]8;;\u0007`;

  test.each([40, 24, 120])('leads to its page from a table of %i columns, which looks the same', async (width) => {
    const text = await drawn('shop.example', width);
    expect(stripVTControlCharacters(text)).toBe(await drawn(undefined, width));
    expect(text).toContain(link(3, 'Lamp'));
    expect(text.split('\u001b').length - 1).toBe(4);
  });

  test('is cut inside the link to its page', async () => {
    expect(await drawn('shop.example', 24)).toContain(link(1, 'Desk lamp with a lo…'));
  });

  test('leads to its page from each line of a card', async () => {
    const target = { ...paper(48), links: 'shop.example' };
    await writeRecord('table', { fields }, records[0] ?? {}, target);
    const lines = target.text().split('\n');
    expect(lines.slice(1, 3)).toEqual([
      `Name   ${link(1, 'Desk lamp with a long neck and a heavy')}`,
      `       ${link(1, 'foot')}`,
    ]);
  });
});

const [atTerminal, link] = [{ terminal: 120, env: { WT_SESSION: '1' } }, '\u001b]8;;'];

test.each([
  ['products list', atTerminal, true],
  ['products get 200', atTerminal, true],
  ['products list --no-color', atTerminal, false],
  ['products list --json', atTerminal, false],
  ['products list', { ...atTerminal, env: { ...atTerminal.env, NO_COLOR: '1' } }, false],
  ['products list', { terminal: 120 }, false],
  ['products list', { ...atTerminal, env: { ...atTerminal.env, SHOP_URL: 'sandbox', SHOP_TOKEN: '' } }, false],
  ['products list', { env: { ...atTerminal.env, FORCE_COLOR: '1', FORCE_HYPERLINK: '1' } }, false],
] as const)('%s with %j has links: %j', async (line, options, expected) => {
  const store = await serveSandbox();
  const { out } = await store.run(line, options);
  expect(out.includes(link)).toBe(expected);
});

test('the path of the rejected rows is a link to the file', async () => {
  const store = await serveSandbox();
  const directory = ownDirectory({ 'products.csv': 'sku,name,price\nA-1,Mug,much\n' });
  const { err } = await store.run('products import products.csv --dry-run --rejected to-fix.csv', {
    ...atTerminal,
    directory,
  });
  expect(err).toContain(`to ${link}file://${directory}/to-fix.csv\u0007to-fix.csv${link}\u0007.`);
});
