import { describe, expect, test } from 'vitest';
import { whereToFind } from '../../src/resources/where-to-find.ts';
import { shopCli } from '../support/run.ts';
import { json, runInSandbox, serveSandbox, serveStore } from '../support/store.ts';

describe('invalid arguments and options are reported together, before anything is sent', () => {
  test.each<readonly [string, readonly string[]]>([
    [
      'customers get abc 101 0',
      ['Invalid ID "abc": expected a positive whole number.', 'Invalid ID "0"', 'shop-cli customers find'],
    ],
    ['customers update x1 --phone-number 1', ['Invalid ID "x1"']],
    ['customers delete 1.5 --yes', ['Invalid ID "1.5"']],
    ['addresses get a --customer b', ['Invalid ID "a"', '--customer "b"', 'addresses list --customer <id>']],
    ['addresses update a --customer b --house-number c', ['Invalid ID "a"', '--customer "b"', '--house-number "c"']],
    ['baskets get a b', ['Invalid basket key "a"', 'Invalid basket key "b"', 'baskets list']],
    [
      `baskets items update a b --quantity c --price d`,
      ['Invalid basket key "a"', '--quantity "c"', '--price "d"', 'baskets list'],
    ],
    [
      'products create --language Dutch --price y',
      ['--price "y" must be', '--language "Dutch" must be a language tag such as nl, en'],
    ],
    ['products list --category a --limit b --language c', ['--category "a"', '--limit "b"', '--language "c"']],
  ])('all that is wrong with: shop-cli %s', async (line, parts) => {
    const { run, seen } = await serveStore((_, response) => json(response, 500, {}));
    const { code, out, err } = await run(line);
    expect([code, out, seen, parts.filter((part) => !err.includes(part))]).toEqual([2, '', [], []]);
  });

  test.each([
    ['products', 'get', '', '<id-or-sku> is empty.\nTo find a product, search by name: shop-cli products list'],
    ['products', 'get', ' ', '<id-or-sku> is empty.'],
    ['baskets', 'get', '', '<key> is empty.'],
  ])('all of shop-cli %s %s %j, with the next step: %s', async (noun, verb, word, message) => {
    expect(await runInSandbox([noun, verb, word])).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });

  test('an order ID of any form is sent: the API does not define one', async () => {
    expect((await runInSandbox('orders get A-1')).code).toBe(3);
  });
});

test.each([
  ['customers ls', 'The API cannot list customers.'],
  ['products rm 206', 'The API cannot delete products.'],
])('"shop-cli %s" is understood as the alias that it is', async (line, message) => {
  expect(await runInSandbox(line)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
});

test.each([
  ['customers get', `Missing argument: <customer-id>.\n${whereToFind.customer}`],
  ['orders delete', `Missing argument: <order-id>.\n${whereToFind.order}`],
  ['products import', 'Missing argument: <file>.\nFor example: shop-cli products import products.csv'],
  ['products diff', 'Missing argument: <file>.\nFor example: shop-cli products diff products.csv'],
  [
    'imports apply',
    'Missing argument: <plan>.\nTo make one: shop-cli products import products.csv --save-plan import.plan',
  ],
  [
    'products create',
    "Missing option: --sku, or one of --ean, --model, --name.\nRun 'shop-cli products create --help' for usage.",
  ],
  ['products create --name', "Missing value for --name.\nRun 'shop-cli products create --help' for usage."],
  ['imports delete', 'Pass either import numbers or --older-than.\nTo list the imports: shop-cli imports list'],
])('%s without an argument says where to find one', async (line, message) => {
  expect(await runInSandbox(line)).toEqual({ code: 2, out: '', err: `Error: ${message}\n` });
});

test.each([
  ['baskets list --fields I-D', 'Unknown field "I-D".\nDid you mean basketKey or id?'],
  ['customers get 101 --fields firstnme', 'Did you mean firstName?\nFields: '],
  [
    'products list --fields sku,cat-name,category-id,tax-rate',
    '"category-id": did you mean category.id?\n"tax-rate": did you mean taxRate?\nFields: ',
  ],
  ['products list --fields i-d,nmae', '"i-d": did you mean productId?\n"nmae": did you mean name?\nFields: '],
  ['orders get 1001 --fields totl', 'Unknown field "totl".\nDid you mean total?\nFields: orderId, '],
  ['orders get 1001 --fields totl --quiet', 'Unknown field "totl".'],
  ['api GET customers/101 --fields emailAdress', 'Did you mean emailAddress?\nFields: customerId, '],
  [
    'customers get 101 --fields frstName,last-nam',
    '"frstName": did you mean firstName or lastName?\n"last-nam": did you mean lastName?\nFields: ',
  ],
  ['customers get 101 --fields email', 'Did you mean emailAddress?\nFields: '],
  ['customers get 101 --fields colour', '"colour".\nFields: customerId,'],
])('%s: a misspelled field gets a suggestion, and the list of all fields', async (line, hint) => {
  expect(await runInSandbox(line)).toMatchObject({ code: 2, err: expect.stringContaining(hint) });
});

test('a refusal names a field as the help does, with its option, and its JSON as the API does', async () => {
  const { run } = await serveStore((_, response) =>
    json(response, 422, { error: { message: 'emailAddress is taken', field: 'emailAddress' } }),
  );
  const line = 'customers create --email-address a@b.example --first-name A --last-name B';
  const [sentence, option] = (await run(line)).err.split('\n');
  expect([sentence, option, JSON.parse((await run(`${line} --json`)).err).error.field]).toEqual([
    'Error: The store shop.test refused the request (422): E-mail address is taken',
    'Option: --email-address <address>  e-mail address; also the username',
    'emailAddress',
  ]);
});

test('--dry-run shows every query parameter, also repeated ones', async () => {
  const { run } = await serveSandbox();
  const { out } = await run('api POST products --query a=1 --query a=2 --query b=3 -f sku=x --dry-run');
  expect(JSON.parse(out).query).toEqual({ a: ['1', '2'], b: '3' });
});

test('a store without a token says where to set it', async () => {
  const { err } = await shopCli('products list', { env: { SHOP_URL: 'https://dot.example' } });
  expect(err).toContain('Set SHOP_TOKEN or SHOP_TOKEN_FILE in the environment.');
});
