import { describe, expect, test } from 'vitest';
import { attributeOf, flagOf } from '../../src/input/options.ts';
import { newAddress } from '../../src/resources/addresses.ts';
import { lineChanges, newBasket, newLine } from '../../src/resources/baskets.ts';
import { newCustomer } from '../../src/resources/customers.ts';
import type { DraftFields } from '../../src/resources/draft-fields.ts';
import { newOrder } from '../../src/resources/orders.ts';
import { newProduct, productFilters } from '../../src/resources/products.ts';
import { allCommands } from '../support/commands.ts';
import { json, withStore } from '../support/store.ts';

const key = '42212126-9CF9-49D8-8E52-5B2858894145';
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
  ['GET /products/206', 'products get 206'],
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
  productId: '1',
  uprid: '1',
  id: '1',
  basketKey: `{${key}}`,
  customerId: '1',
  orderId: '1',
  numRows: 0,
  data: [],
};

describe('every endpoint of the API is reached', () => {
  test.each(endpoints)('%s by %s', async (request, line) => {
    await withStore(
      (_, response) => json(response, 200, anything),
      async ({ run }, seen) => {
        const { code, err } = await run(line);
        const requests = seen.map(({ method, path }) => `${method} ${path.replace('/api/v2', '')}`);
        expect({ code, request: requests[0], err: code === 0 ? '' : err }).toEqual({ code: 0, request, err: '' });
      },
    );
  });
});

/** DraftFields that are not an option of their own name, and what they are typed as. */
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

/** What the description of the API leaves open: what is sent, and what of a store is understood. Held by test/commands/other-shapes.test.ts and others. */
const leftOpen: readonly (readonly [point: string, sent: string, accepted: string])[] = [
  [
    'Shape of one product, basket line, customer, address or order',
    '—',
    'the record; in `data`, under its name, in a list or envelope of one, under its ID; of several, the one with the ID. `[]`, `{}` and `null` are not found',
  ],
  [
    'Fields of basket lines and orders',
    '—',
    'known names first; other names are shown as they came, and `--quiet` prints the ID that was given',
  ],
  [
    'Shape of the lists of baskets and addresses',
    '—',
    'an array, an object by index or ID, in `data` or under their name, the only array, or the only record itself',
  ],
  [
    'Paging of `GET /baskets`',
    '`limit` and `offset`, as for products',
    'a store that ignores them: its list is whole, and `--limit` and `--offset` hold all the same',
  ],
  [
    'Filters in or outside `filter[...]`',
    '`filter[search]`; all others both ways, unless `SHOP_FILTER_STYLE` says which',
    '—',
  ],
  ['`taxRate` or `taxRateVal`', 'both, unless `SHOP_TAX_FIELD` names one', '—'],
  [
    'Payload and reply of every PATCH',
    'the fields of creation; a cleared one is `""`',
    'the record, or the basket that a line is in; any other 2xx but a web page is followed by a GET',
  ],
  [
    'Reply of `POST /orders`',
    '—',
    'any 2xx but a web page or an error made the order; without an ID in it, the basket is read',
  ],
  [
    'Reply of every DELETE',
    '—',
    'any 2xx is success; 404 and 410 are success after an unanswered attempt, else not found',
  ],
  [
    'Bodies of errors',
    '—',
    '`error.message`, `message`, `error`, `errors`, `detail` or `title`; without a body the status counts; HTML and other content is not from the API',
  ],
  ['A 2xx whose body is only an error', '—', 'a refusal'],
  ['Prices (float)', 'every digit that a JSON number holds', 'numbers or text, of any length'],
  ['Empty password in a PATCH', 'only with `--make-guest`', '—'],
  ['Languages', '`Accept-Language` with any tag; `languageId` 4 to 9', '—'],
];

test('docs/api-coverage.md lists them: npx vitest run test/docs --update writes it anew', async () => {
  const text = [
    '# What of the API is reached, and by what',
    '',
    'Generated; a test sends every request and reads the fields from the resources.',
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
    'What the description of the API leaves open:',
    '',
    '| not shown | what is sent | what is accepted |',
    '|---|---|---|',
    ...leftOpen.map((row) => `| ${row.join(' | ')} |`),
    '',
    '| command | field or filter | option |',
    '|---|---|---|',
    ...fields.map(([command, field]) => `| ${command} | ${field} | \`${flagFor(command, field)}\` |`),
    '',
    'Every option of every command:',
    '',
    '| command | options |',
    '|---|---|',
    ...commands.map(
      ({ path, options }) =>
        `| ${path} | ${options.map(({ long, short }) => `\`${long ?? short}\``).join(', ') || '—'} |`,
    ),
    '',
  ].join('\n');
  await expect(text).toMatchFileSnapshot('../../docs/api-coverage.md');
});
