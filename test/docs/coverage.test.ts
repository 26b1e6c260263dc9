import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addCommonOptions } from '../../src/cli/options.ts';
import { attributeOf, flagOf } from '../../src/input/options.ts';
import { newAddress } from '../../src/resources/addresses.ts';
import { lineChanges, newBasket, newLine } from '../../src/resources/baskets.ts';
import { newCustomer } from '../../src/resources/customers.ts';
import type { DraftFields } from '../../src/resources/draft-fields.ts';
import { newOrder } from '../../src/resources/orders.ts';
import { newProduct, productFilters } from '../../src/resources/products.ts';
import { allCommands } from '../support/commands.ts';
import { answers, key, requests } from '../support/replies.ts';
import { serveStore } from '../support/store.ts';
import { wrapped } from '../support/wrapped.ts';

const inPath = `%7B${key}%7D`;

/** Every endpoint of api.md, and a command line that reaches it. */
const endpoints: readonly (readonly [request: string, line: string])[] = [
  ['GET /baskets', 'baskets list'],
  [`GET /baskets/${inPath}`, `baskets get ${key}`],
  [`GET /baskets/${inPath}/200`, `baskets items get ${key} 200`],
  ['POST /baskets', 'baskets create --product 200'],
  [`PATCH /baskets/${inPath}`, `baskets update ${key} --coupon A`],
  [`PATCH /baskets/${inPath}`, `baskets items add ${key} --product 200`],
  [`PATCH /baskets/${inPath}/200`, `baskets items update ${key} 200 --quantity 2`],
  [`DELETE /baskets/${inPath}/200`, `baskets items delete ${key} 200 --yes`],
  [`DELETE /baskets/${inPath}`, `baskets delete ${key} --yes`],
  ['GET /customers/101/addresses', 'addresses list --customer 101'],
  ['GET /customers/101/addresses/1', 'addresses get 1 --customer 101'],
  [
    'POST /customers/101/addresses',
    'addresses create --customer 101 --first-name A --last-name B --house-number 1 --zipcode 1234AB --country NL --street-address C --city D',
  ],
  ['PATCH /customers/101/addresses/1', 'addresses update 1 --customer 101 --city X'],
  ['DELETE /customers/101/addresses/1', 'addresses delete 1 --customer 101 --yes'],
  ['GET /products', 'products list'],
  ['GET /products', 'products export'],
  ['GET /products/200', 'products get 200'],
  ['POST /products', 'products create --sku A --price 1 --allow-duplicate'],
  ['GET /customers/101', 'customers get 101'],
  ['POST /customers', 'customers create --email-address a@b.example --first-name A --last-name B'],
  ['PATCH /customers/101', 'customers update 101 --phone-number 1'],
  ['DELETE /customers/101', 'customers delete 101 --yes'],
  ['GET /orders/1', 'orders get 1'],
  ['POST /orders', `orders create --basket ${key}`],
  ['DELETE /orders/1', 'orders delete 1 --yes'],
];

/** A reply that passes for every record and every list. */
const anything = {
  ...{ productId: '200', uprid: '200', id: '1', basketKey: `{${key}}`, customerId: '101' },
  ...{ numRows: 0, data: [], deleted: true },
};

test.each(endpoints)('%s is reached by shop-cli %s', async (request, line) => {
  const { run, seen } = await serveStore((asked, response, count) => {
    const orderId = asked.path.includes('/orders') ? '1' : null;
    answers(200, { ...anything, orderId })(asked, response, count);
  });
  const { code, err } = await run(line);
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
  expect(requests(seen)).toContain(request);
});

/** Fields whose option has another name. */
const otherFlags: Readonly<Record<string, string>> = {
  'orders create basketKey': '--basket',
  'orders create currencyType': '--currency',
  'orders create languageId': '--language',
  'customers create password': '--password-stdin',
  'customers update password': '--password-stdin',
  'baskets create products': '--product',
  'baskets update products': '--product',
  'products list search': '--search',
  'products list categoryId': '--category',
  'products list recursiveCategories': '--recursive',
  'products list manufacturerId': '--manufacturer',
  'products list only_main_products': '--main-only',
};

const bodies: readonly (readonly [command: string, fields: DraftFields])[] = [
  ['products create', newProduct.fields],
  ['baskets create', newBasket.fields],
  ['baskets update', newBasket.fields],
  ['baskets items update', lineChanges.fields],
  ['customers create', newCustomer.fields],
  ['customers update', newCustomer.fields],
  ['addresses create', newAddress.fields],
  ['addresses update', newAddress.fields],
  ['orders create', newOrder.fields],
];

const commands = await allCommands();
const flagsOf = (path: string): readonly (string | undefined)[] =>
  commands.find((known) => known.path === path)?.options.map(({ long }) => long) ?? [];
const flagFor = (command: string, field: string): string => otherFlags[`${command} ${field}`] ?? flagOf(field);

const fields = [
  ...bodies.flatMap(([command, all]) => Object.keys(all).map((field) => [command, field] as const)),
  ...Object.keys(productFilters).map((filter) => ['products list', filter] as const),
];

test('every field of every body and every filter is an option', () => {
  const missing = fields.filter(([command, field]) => !flagsOf(command).includes(flagFor(command, field)));
  expect(missing).toEqual([]);
});

test('every field of a basket line can be typed', () => {
  expect(newLine.names).toEqual(['uprid', 'quantity', 'title', 'price']);
  expect(flagsOf('baskets items add')).toEqual(
    expect.arrayContaining(['--product', '--custom-product', '--products-file']),
  );
});

test('commander gives an option the attribute that the input room reads', () => {
  const wrong = commands.flatMap(({ path, options }) =>
    options
      .filter((option) => option.long && !option.negate && option.attributeName() !== attributeOf(option.long))
      .map(({ long }) => `${path} ${long}`),
  );
  expect(wrong).toEqual([]);
});

const doc = 'docs/internals/api-coverage.md';
const mark = '<!-- Generated from here on: npx vitest run --project fast test/docs -u -->\n';
const written = (await readFile(doc, 'utf8')).split(mark)[0] ?? '';

test('the written part names commands and tests that exist', () => {
  const paths = commands.flatMap(({ path }) => path.split(' ').map((_, at, all) => all.slice(0, at + 1).join(' ')));
  const nouns = new Set(paths.map((path) => path.split(' ')[0]));
  const named = [...written.matchAll(/`([a-z]+(?: [a-z]+)+)`/g)].map(([, name = '']) => name);
  const missing = named.filter((name) => nouns.has(name.split(' ')[0] ?? '') && !paths.includes(name));
  const tests = [...written.matchAll(/`(test\/[^`]+)`/g)].map(([, path = '']) => path);
  expect([missing, tests.filter((path) => !existsSync(path))]).toEqual([[], []]);
});

test('the written part names options that exist', () => {
  const known = new Set([
    ...commands.flatMap(({ path }) => flagsOf(path)),
    ...addCommonOptions(new Command()).options.map(({ long }) => long),
  ]);
  const named = [...written.matchAll(/--[a-z][a-z-]+/g)].map(([name]) => name);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test('the generated part is up to date: npx vitest run --project fast test/docs -u', async () => {
  const generated = [
    '## Requests',
    '',
    '| request | command |',
    '|---|---|',
    ...endpoints.map(
      ([request, line]) =>
        `| \`${request
          .replaceAll(inPath, '{basketKey}')
          .replace('/101', '/{customerId}')
          .replace('/addresses/1', '/addresses/{addressBookId}')
          .replace(/\/(200|206)$/, '/{productId}')
          .replace('/orders/1', '/orders/{orderId}')}\` | \`${line.split(' --')[0]?.replace(key, '<key>')}\` |`,
    ),
    '',
    '## Fields and filters',
    '',
    '| command | field or filter | option |',
    '|---|---|---|',
    ...fields.map(([command, field]) => `| ${command} | ${field} | \`${flagFor(command, field)}\` |`),
    '',
    '## Options',
    '',
    ...commands.map(({ path, options }) => {
      const names = options.map(({ long, short }) => `\`${long ?? short}\``).join(', ');
      return wrapped(`- ${path}: ${names || 'none'}`, '  ');
    }),
    '',
  ].join('\n');
  await expect(`${written}${mark}\n${generated}`).toMatchFileSnapshot(`../../${doc}`);
});
